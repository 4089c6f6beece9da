import { join } from 'node:path';
import { conventions } from '../conventions/index.ts';
import type { Argv, Launch as ResolvedLaunch } from '../launch/launch.ts';
import { resolveLaunch } from '../launch/launch.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { splitWords } from '../protocol/command-words.ts';

const SHELL = '/bin/sh';

/** What a word begins with that means a file of the package. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: that is how authors write it
const PACKAGE_PREFIXES: readonly string[] = ['./', '${HOOK_DIR}/', '$HOOK_DIR/'];

/** How the package's command line is found: its folder, its files, and where bare names are looked up. */
export interface LaunchPlace {
  readonly packageDir: string;
  readonly files: readonly string[];
  readonly path: string;
  /** As `resolveLaunch` has it. */
  readonly mustStartAlone?: boolean;
}

/**
 * The final command line of a package: package files by their absolute path, programs resolved and
 * pinned. Null for a mode that runs no command.
 *
 * The first word, if the package has it, and words that begin `./` or `${HOOK_DIR}/` are package
 * files. Source: architecture.md §7, contracts.md §2.
 */
export function buildLaunch(
  manifest: Pick<Manifest, 'handler' | 'convention'>,
  place: LaunchPlace,
): ResolvedLaunch | null {
  const { handler } = manifest;
  if (handler.mode !== 'command') return null;
  const { command } = handler;
  if (typeof command === 'string' && (handler.shell || conventions[manifest.convention].usesShell)) {
    return resolveLaunch([SHELL, '-c', shellText(command, manifest, place)], place);
  }
  const words = typeof command === 'string' ? splitWords(command) : command;
  const { argument } = conventions[manifest.convention];
  const [program = '', ...rest] = words.map((word, index) => packageWord(word, index === 0, place));
  return resolveLaunch([program, ...rest, ...(argument === null ? [] : [argument])] as Argv, place);
}

function packageWord(word: string, isFirst: boolean, { packageDir, files }: LaunchPlace): string {
  const inside = relativeName(word);
  if (inside !== null) return join(packageDir, inside);
  return isFirst && files.includes(word) ? join(packageDir, word) : word;
}

function relativeName(word: string): string | null {
  for (const prefix of PACKAGE_PREFIXES) {
    if (word.startsWith(prefix)) return word.slice(prefix.length);
  }
  return null;
}

/** In shell text the shell expands `$HOOK_DIR` itself; only words written as package files are replaced. */
function shellText(
  command: string,
  { convention }: Pick<Manifest, 'convention'>,
  place: LaunchPlace,
): string {
  if (conventions[convention].cwd === 'package') return command;
  const isFile = (name: string): boolean => place.files.includes(name);
  return command
    .replace(/^(\s*)([\w.-][\w./-]*)(?=\s|$)/, (all, blank: string, word: string) =>
      isFile(word) ? `${blank}"$HOOK_DIR"/${word}` : all,
    )
    .replace(/(^|\s)\.\/([\w./-]+)(?=[\s;&|)]|$)/g, (all, before: string, name: string) =>
      isFile(name) ? `${before}"$HOOK_DIR"/${name}` : all,
    );
}
