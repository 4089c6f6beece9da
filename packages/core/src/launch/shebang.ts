import { Buffer } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';

/** More than any kernel reads (Linux 256, macOS 512). */
const LINE_BYTES = 1024;

/** The `#!` line of a script, taken apart. */
export interface Shebang {
  /** As written, without `#!`. */
  line: string;
  /** Ends in CR: the kernel then looks for an interpreter whose name ends in CR. */
  hasCarriageReturn: boolean;
  interpreter: string;
  /** As this platform's kernel passes them: Linux all in one, macOS word by word. */
  args: string[];
  /** Where the interpreter is `env`. */
  env: EnvCall | null;
}

/** What `env` was asked for on a `#!` line. */
export interface EnvCall {
  /** What comes before the program: `-i`, `-u NAME`, `NAME=value`; without `-S`. */
  options: string[];
  /** The program `env` looks up; null where this parser does not understand the line. */
  program: string | null;
  args: string[];
  /** Has several words but no `-S`: Linux gives `env` one name with blanks in it. */
  needsSplit: boolean;
}

/** Reads the first line of `file`; null when it is no `#!` line or may not be read (an executable may be unreadable). */
export function readShebang(file: string): Shebang | null {
  const start = readStart(file);
  if (!start.startsWith('#!')) return null;
  const line = start.slice(2).split('\n', 1)[0] ?? '';
  const written = line.replace(/\r$/, '').trim();
  const interpreter = /^\S*/.exec(written)?.[0] ?? '';
  const rest = written.slice(interpreter.length).trim();
  const words = rest === '' ? [] : rest.split(/\s+/);
  return {
    line: written,
    hasCarriageReturn: line.endsWith('\r'),
    interpreter,
    args: process.platform === 'linux' && rest !== '' ? [rest] : words,
    env: basename(interpreter) === 'env' ? parseEnvCall(words) : null,
  };
}

/** Begins like a text: no program for a machine has so many bytes without a control character. */
export function isPlainText(file: string): boolean {
  const start = readStart(file);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what tells them apart
  return start !== '' && !/[\u0000-\u0008\u000E-\u001F\u007F\uFFFD]/.test(start.replace(/\uFFFD+$/, ''));
}

export function parseEnvCall(words: readonly string[]): EnvCall {
  const first = words[0] ?? '';
  const isSplit = /^(-S|--split-string)/.test(first);
  const rest = isSplit ? [first.replace(/^(-S|--split-string=?)/, ''), ...words.slice(1)] : [...words];
  const left = rest.filter((word) => word !== '');
  const options: string[] = [];
  while (
    left[0] !== undefined &&
    /^(-i|-|--ignore-environment|-u.+|--unset=.+|[A-Za-z_]\w*=.*)$/.test(left[0])
  ) {
    options.push(left.shift() as string);
  }
  if (left[0] === '-u') return { options, program: null, args: [], needsSplit: false };
  const [program, ...args] = left;
  // Quotes, escapes and ${VAR} of `-S`, and options not named above.
  const isClear = program !== undefined && !program.startsWith('-') && !/["'\\$]/.test(left.join(' '));
  return {
    options,
    program: isClear ? program : null,
    args,
    needsSplit: words.length > 1 && !first.startsWith('-') && process.platform === 'linux',
  };
}

function readStart(file: string): string {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    return '';
  }
  try {
    const bytes = Buffer.alloc(LINE_BYTES);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, LINE_BYTES, 0));
  } catch {
    return '';
  } finally {
    closeSync(descriptor);
  }
}
