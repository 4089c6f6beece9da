import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readControls, showControls } from './controls.ts';
import { hideWhatVaries } from './placeholders.ts';
import { CLI } from './run-hooks.ts';
import type { Answer, Scenario, ScenarioStep, Surroundings } from './scenario.ts';
import { makeScratch, type Scratch } from './scratch.ts';
import { readScreen } from './screen.ts';

/** A command that takes longer than this hangs, or waits for an answer that nobody wrote. */
const LIMIT_MS = 20_000;

/** What may be typed, beside plain characters. */
const KEYS: Readonly<Record<string, string>> = {
  '<enter>': '\r',
  '<space>': ' ',
  '<ctrl-c>': '\x03',
  '<ctrl-d>': '\x04',
  '<escape>': '\x1b',
  '<left>': '\x1b[D',
  '<right>': '\x1b[C',
};

/** How far `hooks test` is, and the spinner of what waits; how often that is printed depends on the time. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what takes the line away
const PROGRESS = /\r\x1b\[2K(\d+ of \d+ cases|[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏|/\\-] [^\r\n]*(?=\r\x1b\[2K))?/g;

/** `script` of util-linux lends a command a real terminal; the one of other systems takes other words. */
export const hasTerminals: boolean =
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false;

/** Plays a scenario from its beginning in one of its surroundings; returns what each command showed. */
export async function playScenario(
  scenario: Scenario,
  surroundings: Surroundings,
): Promise<readonly string[]> {
  const scratch = makeScratch('/tmp');
  try {
    writeFiles(scratch, scenario);
    const shown: string[] = [];
    for (const step of scenario.steps) shown.push(await playStep(scratch, step, surroundings));
    return shown;
  } finally {
    scratch.remove();
  }
}

function writeFiles(scratch: Scratch, { files }: Scenario): void {
  // As a package manager installs it; it is run by the Node that runs this.
  mkdirSync(join(scratch.dir, 'bin'), { recursive: true });
  symlinkSync(CLI, join(scratch.dir, 'bin/hooks'));
  symlinkSync(process.execPath, join(scratch.dir, 'bin/node'));
  for (const { path, mode, text } of files) {
    const to = join(scratch.dir, readControls(path));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, readControls(text));
    if (mode !== null) chmodSync(to, mode);
  }
}

async function playStep(scratch: Scratch, step: ScenarioStep, surroundings: Surroundings): Promise<string> {
  const { columns } = surroundings;
  const options = {
    cwd: scratch.project,
    env: environmentOf(scratch, surroundings),
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  } as const;
  const show = (text: string): string => hideWhatVaries(text, scratch.dir);
  if (columns === null) {
    const child = spawn('/bin/sh', ['-c', step.command], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const { stdout, stderr, ended } = await collect(child);
    const reported = showControls(show(stderr))
      .replace(/^(?=.)/gm, '! ')
      .trimEnd();
    return [showControls(show(stdout)).trimEnd(), reported, ended].filter(Boolean).join('\n');
  }
  const inside = `stty rows 50 cols ${columns}; ${step.command}`;
  const child = spawn('script', ['-qefc', inside, '/dev/null'], { ...options, stdio: 'pipe' });
  const { stdout, ended } = await collect(child, step.answers);
  // A question moves the cursor about; nothing else may, but for a line of progress that is taken away again.
  const bytes =
    step.answers.length > 0
      ? stdout
      : showControls(
          stdout.replaceAll('\r\n', '\n').replace(PROGRESS, ''),
          !surroundings.env.NO_COLOR,
        ).replaceAll('\n', '\r\n');
  return [await readScreen(show(bytes), columns), ended].filter(Boolean).join('\n');
}

function collect(
  child: ChildProcess,
  answers: readonly Answer[] = [],
): Promise<{ readonly stdout: string; readonly stderr: string; readonly ended: string }> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const left = [...answers];
  let seenTo = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    out.push(chunk);
    const seen = Buffer.concat(out).toString('utf8');
    const at = left[0] === undefined ? -1 : seen.indexOf(left[0].after, seenTo);
    if (at < 0) return;
    seenTo = seen.length;
    child.stdin?.write((left.shift()?.keys ?? '').replace(/<[a-z-]+>/g, (key) => KEYS[key] ?? key));
  });
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  child.stdin?.on('error', () => {});
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit, signal) => {
      const ended =
        left.length > 0 ? `? never asked: ${left[0]?.after}` : exit === 0 ? '' : `? ${exit ?? signal}`;
      resolve({
        stdout: Buffer.concat(out).toString('utf8'),
        stderr: Buffer.concat(err).toString('utf8'),
        ended,
      });
    });
  });
}

/** Nothing of the developer's own environment reaches a scenario but where programs are. */
function environmentOf(scratch: Scratch, { columns, env }: Surroundings): NodeJS.ProcessEnv {
  return {
    PATH: `${scratch.dir}/bin:${process.env.PATH ?? '/usr/bin:/bin'}`,
    HOME: scratch.home,
    TMPDIR: `${scratch.dir}/tmp`,
    LANG: 'C.UTF-8',
    SHELL: '/bin/sh',
    ...(columns === null ? {} : { TERM: 'xterm-256color' }),
    ...env,
  };
}
