import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** One run of a hook, as its handler saw it. */
export interface LoggedRun {
  readonly name: string;
  readonly phase: string;
  /** The bytes it read; null where it did not read. */
  readonly stdin: string | null;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface HookLog {
  /** In the order in which they started. */
  readonly runs: readonly LoggedRun[];
  /** `start NAME` and `end NAME`, in the order in which it happened. */
  readonly lines: readonly string[];
}

/** Reads what test/fixtures/log.sh wrote. */
export function readHookLog(dir: string): HookLog {
  const path = join(dir, 'runs');
  const entries = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  const fields = entries.map((line) => line.split(' '));
  // One whose files are missing belongs to an earlier call, which nobody waited for: it was in the middle of them when the log was cleared.
  const starts = fields.filter(
    ([subject, name, , pid]) => subject === 'start' && existsSync(join(dir, `${name}.${pid}.env`)),
  );
  return {
    runs: starts.map(([, name = '', phase = '', pid = '']) => readRun(dir, name, phase, pid)),
    lines: fields.map(([effect, name]) => `${effect} ${name}`),
  };
}

export function clearHookLog(dir: string): void {
  for (const name of readdirSync(dir)) rmSync(join(dir, name), { recursive: true, force: true });
}

function readRun(dir: string, name: string, phase: string, pid: string): LoggedRun {
  const read = (subject: string): string => readFileSync(join(dir, `${name}.${pid}.${subject}`), 'utf8');
  const stdin = join(dir, `${name}.${pid}.stdin`);
  const variables = [...read('env').matchAll(/^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/gm)];
  return {
    name,
    phase,
    stdin: existsSync(stdin) ? readFileSync(stdin, 'utf8') : null,
    argv: read('argv').trimEnd().split('\n'),
    cwd: read('cwd').trimEnd(),
    env: Object.fromEntries(variables.map(([, key = '', value = '']) => [key, value])),
  };
}
