import { findProgram, runProcess } from '@hookmd/core/system';

const COMMAND_MS = 60_000;
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;

/** The command `hooks` as it is started: the one that started this process, or the one on PATH; null = it is not found. */
export function findHooks(path: string): readonly [string, ...string[]] | null {
  const [node = '', script = ''] = process.argv;
  if (script.endsWith('hooks.cjs')) return [node, script];
  const program = findProgram('hooks', path);
  return program === null ? null : [program];
}

/** Runs a command of `hooks` with `--json` to its end. Its object is empty where it printed none. */
export async function runHooksJson(
  hooks: readonly [string, ...string[]],
  words: readonly string[],
  home: string,
  signal: AbortSignal,
): Promise<{ readonly exitCode: number | null; readonly document: Readonly<Record<string, unknown>> }> {
  const { exitCode, stdout } = await runProcess({
    argv: [...hooks, ...words, '--json'],
    cwd: home,
    env: { HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin' },
    stdin: '',
    signal,
    timeoutMs: COMMAND_MS,
    maxStdoutBytes: MAX_OUTPUT_BYTES,
  });
  try {
    return { exitCode, document: JSON.parse(stdout.toString('utf8')) as Record<string, unknown> };
  } catch {
    return { exitCode, document: {} };
  }
}
