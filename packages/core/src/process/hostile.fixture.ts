import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../launch/find-program.ts';
import { type ProcessRequest, type ProcessResult, runProcess } from './process.ts';

const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin';

/** The interpreters hostile handlers are written for; `python` is null where the machine has none. */
export const interpreters: { sh: string; node: string; python: string | null } = {
  sh: '/bin/sh',
  node: process.execPath,
  python: findProgram('python3', SYSTEM_PATH),
};

export type Language = keyof typeof interpreters;

let probes = 0;

/**
 * A folder for hostile handlers, and a mark in their environment by which every process of theirs
 * is found again, whatever group or session it went to.
 */
export class Probe {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'hostile-'));
  readonly owner = {};
  readonly #mark = `HOSTILE=${process.pid}.${Date.now()}.${probes++}.`;

  write(name: string, source: string): string {
    const file = join(this.folder, name);
    writeFileSync(file, source);
    chmodSync(file, 0o755);
    return file;
  }

  request(source: string, more: Partial<ProcessRequest> & { language?: Language } = {}): ProcessRequest {
    const { language = 'sh', ...rest } = more;
    const interpreter = interpreters[language];
    if (interpreter === null) throw new Error(`no ${language} here`);
    const [name, value] = this.#mark.split('=') as [string, string];
    return {
      argv: [interpreter, this.write(`handler-${probes++}`, source)],
      cwd: this.folder,
      stdin: '',
      owner: this.owner,
      timeoutMs: 10_000,
      ...rest,
      env: { PATH: SYSTEM_PATH, ...rest.env, [name]: value },
    };
  }

  run(source: string, more?: Parameters<Probe['request']>[1]): Promise<ProcessResult> {
    return runProcess(this.request(source, more));
  }

  /** Living processes that carry the mark. Linux only; zombies carry nothing. */
  survivors(): number[] {
    if (process.platform !== 'linux') return [];
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && this.#isMarked(pid));
  }

  #isMarked(pid: number): boolean {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(this.#mark);
    } catch {
      return false;
    }
  }
}

/** Polls until `holds`; throws after `withinMs`. */
export async function until(subject: string, holds: () => boolean, withinMs = 5000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${subject}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The state letter of a process from /proc: R, S, D, T (stopped), Z; null when it is gone. */
export function processState(pid: number): string | null {
  try {
    return /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1] ?? null;
  } catch {
    return null;
  }
}
