import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const TIMEOUT_MS = 100_000;
const MAX_BYTES = 8_000_000;
const MAX_SHOWN = 6_000;
const managers: readonly (readonly [lockFile: string, line: string])[] = [
  ['pnpm-lock.yaml', 'pnpm run --silent lint'],
  ['yarn.lock', 'yarn run lint'],
  ['bun.lock', 'bun run lint'],
  ['bun.lockb', 'bun run lint'],
  ['package.json', 'npm run --silent lint'],
];

/** The line to run; null if the project has none. */
export function findCommand(project: string, given: unknown): string | null {
  if (typeof given === 'string' && given.trim() !== '') return given.trim();
  if (!hasLintScript(path.join(project, 'package.json'))) return null;
  return managers.find(([file]) => existsSync(path.join(project, file)))?.[1] ?? null;
}

function hasLintScript(file: string): boolean {
  try {
    return typeof JSON.parse(readFileSync(file, 'utf8')).scripts?.lint === 'string';
  } catch {
    return false;
  }
}

interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly maxLines: number;
}

interface Ran {
  /** Exit code or signal; null = timeout. */
  readonly status: number | string | null;
  /** The first lines of its output. */
  readonly output: string;
}

export function runCommand(line: string, { cwd, env, maxLines }: RunOptions): Ran {
  const { status, stdout, stderr, signal, error } = spawnSync('sh', ['-c', line], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_BYTES,
    env: { ...env, CI: '1', NO_COLOR: '1' },
  });
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'ETIMEDOUT') return { status: null, output: '' };
  return {
    status: status ?? signal ?? code ?? 1,
    output: firstLines(`${stdout}\n${stderr}`, maxLines),
  };
}

function firstLines(text: string, maxLines: number): string {
  const plain = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: color sequences contain them
    .replaceAll(/\u001b\[[0-9;:?]{0,40}[ -/]{0,4}[@-~]/g, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removes them
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
  const lines = plain.split('\n').filter((line) => line.trim() !== '');
  const shown = lines.slice(0, maxLines).join('\n').slice(0, MAX_SHOWN);
  return lines.length > maxLines ? `${shown}\n… and ${lines.length - maxLines} more lines` : shown;
}
