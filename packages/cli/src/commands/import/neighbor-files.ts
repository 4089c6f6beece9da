import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Definition } from '@hookmd/core/manifest';
import { copiedFiles, findNeighbors } from '@hookmd/core/registry';
import { quoteWord } from '@hookmd/core/text';
import { readContent } from '@hookmd/core/trust';
import type { PackageFileText } from '../new/write-package.ts';

const MAX_FILES = 500;
const MAX_BYTES = 8 * 1024 * 1024;

/** The directories of the scripts of an entry that read files beside themselves, or why they cannot be taken along. */
export type Neighbors =
  | { readonly files: Readonly<Record<string, PackageFileText>> }
  | { readonly detail: string; readonly fix: string };

const BY_HAND = 'Make a package by hand, with the files it needs: `hooks new NAME`.';

/** What lies beside the scripts of a settings entry, by the paths it has in the package. Reads, runs nothing. */
export function neighborFiles(definition: Definition): Neighbors {
  const files: Record<string, PackageFileText> = {};
  for (const { path, name } of copiedFiles(definition)) {
    const found = findNeighbors(path);
    if (found === null) continue;
    const dir = dirname(path);
    const script = `${path} reads files beside itself (\`${found.evidence}\`)`;
    if (found.looksAbove)
      return { detail: `${script}, and above its directory`, fix: withRepository(definition, path) };
    if (dir === definition.root.around?.home || existsSync(join(dir, '.git')))
      return { detail: `${script}, and ${dir} is too much to copy`, fix: BY_HAND };
    const { files: beside, problems } = readContent(dir);
    const bytes = beside.reduce((sum, { size }) => sum + size, 0);
    if (beside.length > MAX_FILES || bytes > MAX_BYTES)
      return {
        detail: `${script}, and ${dir} contains ${beside.length} files of ${bytes} bytes; at most ${MAX_FILES} files and ${MAX_BYTES} bytes are copied`,
        fix: BY_HAND,
      };
    const [problem] = problems;
    if (problem !== undefined)
      return {
        detail: `${script}, and ${join(dir, problem.path)} cannot be copied: ${problem.detail}`,
        fix: BY_HAND,
      };
    for (const { path: inside, target, isExecutable } of beside) {
      const to = `${dirname(name)}/${inside}`;
      files[to] =
        target === null
          ? { text: readFileSync(join(dir, inside)), ...(isExecutable ? { isExecutable } : {}) }
          : { link: target };
    }
  }
  return { files };
}

function withRepository({ root: { around } }: Definition, script: string): string {
  const isInside = around !== undefined && script.startsWith(`${around.project}/`);
  return isInside
    ? `Install the repository, with the files it needs: \`hooks install ${quoteWord(around.project)}\`.`
    : BY_HAND;
}
