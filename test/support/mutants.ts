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

const AT_ONCE = 2;
/** Every test has a home of its own: thousands of them are made, and none is to be kept. */
const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/**
 * Takes every line away from the modules of a folder of sources, one at a time, and gives those without which its tests
 * (`testsOf` of its `mutant-tests.fixture.ts`) still hold, as `file: line`. Throws where they do not hold as it is.
 */
export async function findSurvivors(sources: string): Promise<readonly string[]> {
  // Beside what the modules import.
  const parent = join(sources, '../node_modules/.hookmd');
  mkdirSync(parent, { recursive: true });
  const directory = mkdtempSync(join(parent, 'mutants-'));
  const whole = join(directory, 'whole');
  const survivors: string[] = [];
  const work = async (mutants: IterableIterator<[number, Mutant]>): Promise<void> => {
    const player = new Player();
    try {
      const failed = await player.play(whole);
      if (failed !== null) throw new Error(`it fails as it is: ${failed}`);
      for (const [at, { file, line, code }] of mutants) {
        const mutant = join(directory, String(at));
        cpSync(whole, mutant, { recursive: true });
        writeFileSync(join(mutant, file), code);
        if ((await player.play(mutant)) === null) survivors.push(`${file}: ${line}`);
        rmSync(mutant, { recursive: true });
      }
    } finally {
      player.end();
    }
  };
  try {
    compile(sources, whole);
    const files = readdirSync(whole).filter((name) => !name.includes('.fixture.') && name !== 'index.js');
    // One list for all who take from it.
    const mutants = files.flatMap((file) => mutantsOf(whole, file)).entries();
    await Promise.all(Array.from({ length: AT_ONCE }, () => work(mutants)));
    return survivors.sort();
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function compile(sources: string, target: string): void {
  mkdirSync(target);
  for (const file of readdirSync(sources).filter(
    (name) => name.endsWith('.ts') && !/\.test[.-]/.test(name),
  )) {
    const { code } = transformSync(readFileSync(join(sources, file), 'utf8'), {
      loader: 'ts',
      format: 'esm',
      target: 'es2023',
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    });
    const js = code.replace(/(from ")(\.[^"]+)\.ts"/g, '$1$2.js"');
    writeFileSync(join(target, file.replace(/\.ts$/, '.js')), js);
  }
}

/** A module without one of its lines. */
interface Mutant {
  readonly file: string;
  readonly line: string;
  readonly code: string;
}

/** Every line whose absence leaves a module; comments are none, nor are fields without a value. */
function mutantsOf(directory: string, file: string): readonly Mutant[] {
  const lines = readFileSync(join(directory, file), 'utf8').split('\n');
  return lines.flatMap((line, at) => {
    if (/^\s*($|\/[/*]|\*|#?\w+;$)/.test(line)) return [];
    const code = lines.filter((_, value) => value !== at).join('\n');
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

/** A process that plays tests; one that says nothing for long is in a loop, and another takes its place. */
class Player {
  #child: ChildProcess | null = null;
  #lines: AsyncIterator<string> | null = null;

  /** What failed; null = everything held. */
  async play(directory: string): Promise<string | null> {
    if (this.#child === null) {
      this.#child = spawn(process.execPath, [join(import.meta.dirname, 'play-mutants.mjs')], {
        stdio: ['pipe', 'pipe', 'ignore'],
        env: { ...process.env, TMPDIR: inMemory },
      });
      this.#lines = createInterface({ input: this.#child.stdout as NodeJS.ReadableStream })[
        Symbol.asyncIterator
      ]();
    }
    this.#child.stdin?.write(`${directory}\n`);
    const timer = setTimeout(() => this.end(), 120_000);
    const { value, done } = (await this.#lines?.next()) ?? { value: undefined, done: true };
    clearTimeout(timer);
    if (done !== true) return JSON.parse(value) as string | null;
    this.end();
    return 'it never ends';
  }

  end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }
}
