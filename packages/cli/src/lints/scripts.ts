import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Linted, placeOfKey } from './lint.ts';

const MAX_SCRIPT_BYTES = 256 * 1024;
const SCRIPT = /\.(sh|bash|py|js|mjs|cjs|ts|rb|pl)$/;
const COMMENT = /^\s*(#|\/\/|\*)/;

/** Program text of a package: a script, or the command line itself where it holds a program. */
export interface ProgramText {
  readonly path: string;
  /** Comments are empty lines here. */
  readonly lines: readonly string[];
  /** Line of the first of `lines` in the file; null = the text is in the manifest, and its line is that of the key. */
  readonly keyLine: number | null;
}

/** Everything in a package that decides by what it prints and how it exits. Reads, never runs. */
export function programTexts(linted: Linted): readonly ProgramText[] {
  const { record, manifest } = linted;
  const scripts = record.files.filter((file) => SCRIPT.test(file) && !/(^|\/)tests?\//.test(file));
  const { handler } = manifest;
  if (handler.mode !== 'command') return scripts.map((file) => readScript(join(record.dir, file)));
  const words = typeof handler.command === 'string' ? [handler.command] : handler.command;
  const { path, line = null } = placeOfKey(linted, 'command');
  return [
    ...scripts.map((file) => readScript(join(record.dir, file))),
    { path, lines: [words.join(' ')], keyLine: line },
  ];
}

function readScript(path: string): ProgramText {
  try {
    const lines = readFileSync(path, 'utf8').slice(0, MAX_SCRIPT_BYTES).split('\n');
    return { path, lines: lines.map((line) => (COMMENT.test(line) ? '' : line)), keyLine: null };
  } catch {
    return { path, lines: [], keyLine: null };
  }
}

/** The first place that matches, or null. */
export function placeOf(
  { path, lines, keyLine }: ProgramText,
  pattern: RegExp,
): { readonly path: string; readonly line: number } | null {
  const at = lines.findIndex((line) => pattern.test(line));
  return at < 0 ? null : { path, line: keyLine ?? at + 1 };
}
