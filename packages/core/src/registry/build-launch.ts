import { join } from 'node:path';
import { replaceWords, type Word } from '@hookmd/shell';
import { findPackageFile, inspectCommand } from '../command/inspect.ts';
import { quoteWord, splitWords } from '../events/text.ts';
import {
  type Argv,
  type LaunchOptions,
  type Launch as ResolvedLaunch,
  resolveLaunch,
} from '../launch/launch.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { protocols } from '../protocols/index.ts';

const SHELL = '/bin/sh';

/** What a word begins with that means a file of the package. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: that is how authors write it
const PACKAGE_PREFIXES: readonly string[] = ['./', '${HOOK_DIR}/', '$HOOK_DIR/'];
/** What the author of a plugin writes for its directory, anywhere in an argument. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: that is how authors write it
const PLUGIN_PLACEHOLDER = '${CLAUDE_PLUGIN_ROOT}';

/** What resolving the command line of a package needs. */
export interface LaunchPlace extends LaunchOptions {
  readonly files: readonly string[];
}

/**
 * The final command line of a package: package files by their absolute path, programs resolved and pinned. Null for a mode that
 * runs no command.
 *
 * The first word and the script of an interpreter, if the package has them, and words that begin `./` or `${HOOK_DIR}/` are
 * package files.
 */
export function buildLaunch(
  manifest: Pick<Manifest, 'handler' | 'protocol'>,
  location: LaunchPlace,
): ResolvedLaunch | null {
  const { handler } = manifest;
  if (handler.mode !== 'command') return null;
  const { command } = handler;
  if (typeof command === 'string' && (handler.shell || protocols[manifest.protocol].usesShell)) {
    return resolveLaunch([SHELL, '-c', shellText(command, manifest, location)], location);
  }
  const words = typeof command === 'string' ? splitWords(command) : command;
  const { argument } = protocols[manifest.protocol];
  const [program = '', ...rest] = packageWords(words, location);
  return resolveLaunch([program, ...rest, ...(argument === null ? [] : [argument])] as Argv, location);
}

/** Words that mean a file of the package by its absolute path. */
function packageWords(words: readonly string[], { packageDir, files }: LaunchPlace): readonly string[] {
  const run = new Set(
    inspectCommand(words)
      .runs.filter(({ isNested }) => !isNested)
      .map(({ word: token }) => token.start),
  );
  return words.map((word, index) => {
    const text = word.replaceAll(PLUGIN_PLACEHOLDER, () => packageDir);
    const prefix = PACKAGE_PREFIXES.find((name) => text.startsWith(name));
    if (prefix !== undefined) return join(packageDir, text.slice(prefix.length));
    return (index === 0 || run.has(index)) && files.includes(text) ? join(packageDir, text) : text;
  });
}

/** In shell text the shell expands `$HOOK_DIR` itself; only words written as package files are replaced. */
function shellText(
  command: string,
  { protocol }: Pick<Manifest, 'protocol'>,
  { files }: LaunchPlace,
): string {
  if (protocols[protocol].cwd === 'package') return command;
  const { words, runs } = inspectCommand(command);
  const candidates = [
    ...words.filter(({ text }) => /^"?\.\//.test(text)),
    ...runs
      .filter(({ isNested, word }) => !isNested && word.variable === null)
      .map(({ word: token }) => token),
  ];
  const replaced = new Map<number, Word>();
  for (const name of candidates) {
    const file = command.slice(name.start, name.end) === name.source ? findPackageFile(name, files) : null;
    if (file !== null) replaced.set(name.start, { ...name, text: `"$HOOK_DIR"/${quoteWord(file)}` });
  }
  return replaceWords(command, [...replaced.values()]);
}
