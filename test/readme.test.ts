import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { makeScratch, type Scratch } from './support/scratch.ts';
import { asPattern } from './support/shown-output.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const scratches: Scratch[] = [];
afterAll(() => {
  for (const one of scratches) one.remove();
});

interface Shown {
  readonly command: string;
  readonly output: string;
}

/** A block whose first line names a file: "```sh ~/…/handler.sh". */
interface Written {
  readonly file: string;
  readonly text: string;
}

/** Every `$ command` of the console blocks with the output below it, and every file, in the order of the page. */
function stepsOf(page: string): readonly (Shown | Written)[] {
  const blocks = page.matchAll(/^```(?:console|\w+ ~\/(\S+))\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([, file, text = '']): readonly (Shown | Written)[] =>
    file === undefined ? commandsOf(text) : [{ file, text }],
  );
}

function commandsOf(block: string): readonly Shown[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...lines] = part.trimEnd().split('\n');
      return { command, output: lines.join('\n') };
    });
}

function startScratch(): Scratch {
  const scratch = makeScratch();
  scratches.push(scratch);
  return scratch;
}

/** What a person gets who types it. On a narrow machine nothing is cut: a pipe has no width. */
function type(command: string, { project, home }: Scratch): string {
  const hooks = `hooks() { '${process.execPath}' '${join(root, 'packages/cli/dist/hooks.cjs')}' "$@"; }`;
  const { stdout } = spawnSync('bash', ['-c', `${hooks}\n${command}`], {
    cwd: project,
    env: { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8' },
    encoding: 'utf8',
  });
  return stdout.trimEnd();
}

function writeInHome({ home }: Scratch, { file, text }: Written): void {
  mkdirSync(dirname(join(home, file)), { recursive: true });
  writeFileSync(join(home, file), text);
}

describe('the README', () => {
  const page = read('README.md');
  const scratch = startScratch();
  const manifest = /```markdown\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

  it('shows a whole hook in six lines', () => {
    expect(manifest.trimEnd().split('\n')).toHaveLength(6);
    writeInHome(scratch, { file: '.hookmd/hooks/deny-force-push/HOOK.md', text: manifest });
  });

  it.each(commandsIn(page))('says what `$command` prints', ({ command, output }) => {
    expect(type(command, scratch)).toMatch(asPattern(output));
  });
});

describe('the guide', () => {
  it.each(readdirSync(join(root, 'docs/guides')))('%s says what happens, step by step', (name) => {
    const scratch = startScratch();
    const steps = stepsOf(read(join('docs/guides', name)));
    expect(steps.length).toBeGreaterThan(0);
    for (const step of steps) {
      if ('file' in step) writeInHome(scratch, step);
      else expect(type(step.command, scratch), step.command).toMatch(asPattern(step.output));
    }
  });
});

function commandsIn(page: string): readonly Shown[] {
  return stepsOf(page).flatMap((step) => ('file' in step ? [] : [step]));
}
