import { accessSync, constants, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { randomHex, sha256, writeFileAtomic } from '@hookmd/core/system';
import { type ProgramResult, runProgram } from '../programs/run-program.ts';

const BUILD_MS = 60_000;
/** The first that the compiler manages: without a loader a program starts in half the time. */
const waysToLink = [['-static'], []];

/** A program in C that comes as its source, beside this bundle (scripts/build.mjs), and is compiled where it is used. */
export interface ProgramInC {
  /** Where it lies when it is built; its record stands beside it. */
  readonly path: string;
  readonly source: string;
  /** Strings that the source speaks of by name. */
  readonly strings: Readonly<Record<string, string>>;
}

/** It is what was made of this source, and nothing that somebody put in its place. */
export function isBuilt({ path, source }: Pick<ProgramInC, 'path' | 'source'>): boolean {
  try {
    const [digest, made] = readFileSync(record(path), 'utf8').split('\n');
    accessSync(path, constants.X_OK);
    return digest === sha256(readFileSync(source)) && made === sha256(readFileSync(path));
  } catch {
    return false;
  }
}

/** Null = the program is in its place, and has started once; else why not. */
export async function buildProgram(program: ProgramInC, compiler: string): Promise<string | null> {
  const { path, source, strings } = program;
  const made = join(dirname(path), `.${basename(path)}.${randomHex(6)}`);
  const PATH = dirname(compiler) === '/usr/bin' ? '/usr/bin:/bin' : `${dirname(compiler)}:/usr/bin:/bin`;
  const run = (command: string, ...args: readonly string[]): Promise<ProgramResult> =>
    runProgram({ program: command, args, cwd: dirname(path), environment: { PATH }, timeoutMs: BUILD_MS });
  const defines = Object.entries(strings).map(([name, text]) => `-D${name}=${cText(text)}`);
  try {
    let said = '';
    for (const link of waysToLink) {
      const built = await run(compiler, '-std=c99', '-O2', ...link, ...defines, '-o', made, source);
      said = built.stderr.toString('utf8');
      if (built.exitCode !== 0) continue;
      const tried = await run(made);
      if (tried.exitCode !== 0) return 'what the C compiler made does not start';
      renameSync(made, path);
      writeFileAtomic(record(path), `${sha256(readFileSync(source))}\n${sha256(readFileSync(path))}\n`);
      return null;
    }
    return `the C compiler failed: ${said.split('\n').find((line) => line.includes('error')) ?? 'without a word'}`;
  } finally {
    rmSync(made, { force: true });
  }
}

/** What lies in its place is not it any more. */
export function forgetProgram(path: string): void {
  rmSync(record(path), { force: true });
}

function record(path: string): string {
  return `${path}.source`;
}

/** A string of C; bytes that could mean something else as numbers. */
function cText(text: string): string {
  const bytes = [...Buffer.from(text)].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9_./~+@,=-]/.test(character) ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `"${bytes.join('')}"`;
}
