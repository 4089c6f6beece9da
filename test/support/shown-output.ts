import { spawnSync } from 'node:child_process';
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
  return new RegExp(`^${literal.replace(/^…$/gm, '[\\s\\S]*').replaceAll('…', '.*')}$`);
}

/**
 * What a person gets who types it, with the built command as `hooks`, or with the one that is installed in `bin`. On a narrow
 * machine nothing is cut: a pipe has no width.
 */
export function typeCommand(command: string, { project, home }: Scratch, bin?: string): string {
  const hooks = bin === undefined ? `hooks() { '${process.execPath}' '${CLI}' "$@"; }\n` : '';
  const path = process.env.PATH;
  const { stdout } = spawnSync('bash', ['-c', `${hooks}${command}`], {
    cwd: project,
    env: { PATH: bin === undefined ? path : `${bin}:${path}`, HOME: home, LANG: 'C.UTF-8' },
    encoding: 'utf8',
  });
  return stdout.trimEnd();
}
