import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { knownSurvivors } from './known-survivors.fixture.ts';

const AT_ONCE = 2;
const here = import.meta.dirname;
/** Every row has a home of its own: thousands of them are made, and none is to be kept. */
const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
/** Beside what the modules import. */
const parent = join(here, '../node_modules/.hookmd');
mkdirSync(parent, { recursive: true });
const folder = mkdtempSync(join(parent, 'mutants-'));
const whole = join(folder, 'whole');

beforeAll(() => {
  mkdirSync(whole);
  for (const file of readdirSync(here).filter((name) => name.endsWith('.ts') && !name.includes('.test.'))) {
    const { code } = transformSync(readFileSync(join(here, file), 'utf8'), {
      loader: 'ts',
      format: 'esm',
      target: 'es2023',
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    });
    const js = code.replace(/(from ")(\.[^"]+)\.ts"/g, '$1$2.js"');
    writeFileSync(join(whole, file.replace(/\.ts$/, '.js')), js);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A line of the adapter that may be missing, one at a time. */
interface Mutant {
  readonly file: string;
  readonly line: string;
  readonly code: string;
}

/** Every line of a module whose absence leaves a module; comments are none, nor are fields without a value. */
function mutantsOf(file: string): readonly Mutant[] {
  const lines = readFileSync(join(whole, file), 'utf8').split('\n');
  return lines.flatMap((line, at) => {
    if (/^\s*($|\/[/*]|\*|#?\w+;$)/.test(line)) return [];
    const code = lines.filter((_, other) => other !== at).join('\n');
    return parses(code) ? [{ file, line: line.trim(), code }] : [];
  });
}

function parses(code: string): boolean {
  try {
    transformSync(code, { loader: 'js', logLevel: 'silent' });
    return true;
  } catch {
    return false;
  }
}

/** A process that plays the suite; one that says nothing for long is in a loop, and another takes its place. */
class Player {
  #child: ChildProcess | null = null;
  #lines: AsyncIterator<string> | null = null;

  async play(path: string): Promise<string | null> {
    if (this.#child === null) {
      this.#child = spawn(process.execPath, [join(here, 'mutants.fixture.mjs')], {
        stdio: ['pipe', 'pipe', 'ignore'],
        env: { ...process.env, TMPDIR: inMemory },
      });
      this.#lines = createInterface({ input: this.#child.stdout as NodeJS.ReadableStream })[
        Symbol.asyncIterator
      ]();
    }
    this.#child.stdin?.write(`${path}\n`);
    const timer = setTimeout(() => this.end(), 120_000);
    const { value, done } = (await this.#lines?.next()) ?? { value: undefined, done: true };
    clearTimeout(timer);
    if (done !== true) return JSON.parse(value);
    this.end();
    return 'it never ends';
  }

  end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }
}

/** Some hundred times the suite, of which most is over at its first test. */
const LIMIT_MS = 3_600_000;

it('falls where any one of its lines is missing', { timeout: LIMIT_MS }, async () => {
  const files = readdirSync(whole).filter((name) => !name.includes('.fixture.') && name !== 'index.js');
  const mutants = [...files.flatMap(mutantsOf).entries()];
  const survivors: string[] = [];
  const work = async (): Promise<void> => {
    const player = new Player();
    expect(await player.play(whole)).toBe(null);
    for (let next = mutants.shift(); next !== undefined; next = mutants.shift()) {
      const [at, { file, line, code }] = next;
      const mutant = join(folder, String(at));
      cpSync(whole, mutant, { recursive: true });
      writeFileSync(join(mutant, file), code);
      if ((await player.play(mutant)) === null) survivors.push(`${file}: ${line}`);
      rmSync(mutant, { recursive: true });
    }
    player.end();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(survivors.sort()).toEqual(knownSurvivors.map(({ line }) => line).sort());
});
