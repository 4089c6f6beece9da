import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Scratch } from './scratch.ts';

const CLI = fileURLToPath(new URL('../../packages/cli/dist/hooks.cjs', import.meta.url));

export interface ShownCommand {
  readonly command: string;
  /** As a document shows it. */
  readonly output: string;
}

/** Every `$ command` of the console blocks of a page, with the output below it, in order. */
export function shownCommands(page: string): readonly ShownCommand[] {
  const blocks = [...page.matchAll(/^```console\n([\s\S]*?)^```$/gm)];
  return blocks.flatMap(([, text = '']) => commandsOf(text));
}

export function commandsOf(block: string): readonly ShownCommand[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...lines] = part.trimEnd().split('\n');
      return { command, output: lines.join('\n') };
    });
}

/** Output that a document shows, as a pattern: `…` stands for anything, a line of it alone for any lines. */
export function asPattern(output: string): RegExp {
  const literal = output.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const anyTime = literal.replaceAll('… ms', '… m?s'); // a busy machine takes seconds
  return new RegExp(`^${anyTime.replace(/^…$/gm, '[\\s\\S]*').replaceAll('…', '.*')}$`);
}

/**
 * What a person gets who types it, with the built command as `hooks`, or with the one that is installed in `bin`. On a narrow
 * machine nothing is cut: a pipe has no width.
 */
export function typeCommand(command: string, scratch: Scratch, bin?: string): string {
  const [words, options] = typed(command, scratch, bin);
  const { stdout } = spawnSync('bash', words, { ...options, encoding: 'utf8' });
  return stdout.trimEnd();
}

/** As `typeCommand`, while a server of this process can answer. */
export async function typeWhileServing(command: string, scratch: Scratch, bin?: string): Promise<string> {
  const [words, options] = typed(command, scratch, bin);
  const child = spawn('bash', words, { ...options, stdio: ['ignore', 'pipe', 'ignore'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  return Buffer.concat(chunks).toString('utf8').trimEnd();
}

function typed(
  command: string,
  { project, home }: Scratch,
  bin?: string,
): readonly [words: string[], options: { cwd: string; env: NodeJS.ProcessEnv }] {
  const hooks = bin === undefined ? `hooks() { '${process.execPath}' '${CLI}' "$@"; }\n` : '';
  const path = process.env['PATH'];
  const PATH = bin === undefined ? path : `${bin}:${path}`;
  return [['-c', `${hooks}${command}`], { cwd: project, env: { PATH, HOME: home, LANG: 'C.UTF-8' } }];
}
