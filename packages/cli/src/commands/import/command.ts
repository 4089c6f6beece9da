import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { HookError, type Issue } from '@hookmd/core/errors';
import { isPackageName, quote } from '@hookmd/core/manifest';
import { executableEvents, readInventory } from '@hookmd/core/registry';
import type { Places } from '@hookmd/core/system';
import { quoteWord } from '@hookmd/core/text';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { writePackage } from '../new/write-package.ts';
import { findDefinitions, wholePath } from './find-definitions.ts';
import { type PlannedImport, planImport } from './plan-import.ts';
import { showImport } from './view.ts';

export const command: Command = {
  name: 'import',
  usage: '<path>',
  about:
    'Convert executables, settings entries and packages of other systems to hook packages. They need your approval.',
  options: [
    { flags: '--dry-run', about: 'show what would be written, write nothing' },
    { flags: '--event <event>', about: `event of an executable: ${executableEvents.join(', ')}` },
    { flags: '--name <name>', about: 'name of the new package (default: the original name)' },
    {
      flags: '--scope <user|project>',
      about: 'for you or for this project (default: where the original is)',
    },
  ],
  offers: { path: { kind: 'files' }, event: { kind: 'words', words: executableEvents } },
  examples: [
    'hooks import ~/.kodelet/hooks --dry-run',
    'hooks import .kodelet/hooks/guard --name team-guard',
  ],
  async run(context) {
    const { options, cwd } = context;
    const name = options.text('name');
    if (name !== undefined && !isPackageName(name))
      throw new HookError('PACKAGE_NAME', { name: quote(name) });
    const event = options.word('event', executableEvents);
    const places = placesOf(context);
    const path = wholePath(context.words[0] ?? '', cwd);
    const scope = options.word('scope', ['project', 'user'] as const) ?? scopeOf(path, places);
    const found = await findDefinitions(path, scope, places);
    if (found === null || (found.definitions.length === 0 && found.issues.length === 0))
      throw new HookError(
        'IMPORT_NOTHING',
        { path, detail: found === null ? ': there is nothing of that name' : '' },
        { exitCode: 1 },
      );
    if (found.definitions.length > 1 && (name !== undefined || event !== undefined))
      throw new HookError('IMPORT_SEVERAL', { path, count: found.definitions.length });
    const { statuses } = await readInventory(places, context.environment);
    const taken = new Set<string>();
    const plans: PlannedImport[] = [];
    const rejected: Issue[] = [...found.issues];
    for (const definition of found.definitions) {
      const plan = await planImport(definition, { places, statuses, scope, event, name, taken });
      if ('name' in plan) plans.push(plan);
      else rejected.push(...plan);
    }
    const isDry = options.has('dry-run');
    if (!isDry) for (const { dir, files } of plans) writePackage(dir, files);
    if (context.isJson) {
      const imported = plans.map((plan) => importJson(plan));
      context.print({ schema: 'hookmd.import/1', dryRun: isDry, imported, rejected });
    } else showImport(context, { plans, rejected, isDry });
    const isDone = rejected.every(({ code }) => code === 'IMPORT_ALREADY');
    return rejected.some(({ severity }) => severity === 'error') || (plans.length === 0 && !isDone) ? 1 : 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

/** What lies in the project stays there, anything else becomes the user's own. */
function scopeOf(path: string, { projectDir, home }: Places): 'project' | 'user' {
  if (projectDir === home) return 'user';
  return `${realPath(path)}${sep}`.startsWith(`${projectDir}${sep}`) ? 'project' : 'user';
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function importJson({ files, name, scope, original, ...plan }: PlannedImport): object {
  const qualifiedName = `${scope}/${name}`;
  const next = [`hooks enable ${qualifiedName}`, ...replacing(original)];
  return { name, qualifiedName, ...plan, original, files: Object.keys(files), next };
}

function replacing(original: string | null): readonly string[] {
  return original === null ? [] : [`hooks disable ${quoteWord(original)}`];
}
