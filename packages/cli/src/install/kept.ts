import { readdirSync, rmdirSync } from 'node:fs';
import { formatSettingKey } from '@hookmd/core/internal/config/setting-key';
import { quoteWord } from '@hookmd/core/internal/protocol/quote-word';
import type { Survey } from '@hookmd/core/internal/registry/survey';
import { dataDirOf } from '@hookmd/core/internal/runtime/data-folder';
import type { Removal } from './plan-removal.ts';

/** Something that a removal leaves, because it is the person's own. */
export interface Kept {
  readonly what: string;
  readonly remedy: string;
}

/** What a person set for removed hooks, and what these wrote for themselves. A folder in which nothing is goes. */
export function listKept({ config, places }: Survey, removals: readonly Removal[]): readonly Kept[] {
  const kept: Kept[] = [];
  for (const qualifiedName of removals.flatMap(({ hooks }) => hooks)) {
    const [source, name = ''] = qualifiedName.split('/', 2);
    if (Object.hasOwn(config.userPackages, name)) {
      const key = formatSettingKey(['package', name]);
      kept.push({
        what: `what you set for ${name} in your config.yaml`,
        remedy: `\`hooks config set ${key} --unset\` takes it away.`,
      });
    }
    const dir = dataDirOf(places, { source: source === 'project' ? 'project' : 'user', name });
    if (!isEmptied(dir))
      kept.push({ what: `what ${name} wrote in ${dir}`, remedy: `\`rm -r ${quoteWord(dir)}\` removes it.` });
  }
  return kept;
}

/** There is no such folder, or not any more. */
function isEmptied(dir: string): boolean {
  try {
    if (readdirSync(dir).length > 0) return false;
    rmdirSync(dir);
  } catch {
    // It was never made, or is not ours to remove.
  }
  return true;
}
