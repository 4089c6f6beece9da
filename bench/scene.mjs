/** Scenes: a home and a project in a scratch folder, with real packages, enabled by the real command. */

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { resolvePlaces } from '@hookmd/core/system';

const dist = path.resolve(import.meta.dirname, '../packages/cli/dist');
export const CLI = path.join(dist, 'hooks.cjs');

/** As much text as a documented package has. */
const BODY = 'What it checks, what it blocks, and what to do when a call is blocked by mistake.\n'.repeat(24);

/** Writes the packages, enables those that ask for it, and gives what is needed to call `hooks` there. */
export function makeScene(folder, name, packages) {
  const dir = path.join(folder, name);
  const home = path.join(dir, 'home');
  const project = path.join(dir, 'project');
  for (const made of [home, path.join(project, '.git')]) mkdirSync(made, { recursive: true });
  for (const one of packages) writePackage(path.join(home, '.hookmd/hooks', one.name), one);

  const scene = {
    home,
    project,
    state: path.join(home, '.local/state/hookmd'),
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: home },
  };
  const enabled = packages.filter(({ isEnabled }) => isEnabled).map((one) => one.name);
  if (enabled.length > 0) hooks(scene, ['enable', ...enabled, '--yes']);
  return scene;
}

let ofEvents = null;

/** One hook that runs, ten that a condition skips, ten that a matcher skips, nine of another event. */
export function runScene(folder) {
  const some = (count, prefix, front) =>
    Array.from({ length: count }, (_, index) => ({ name: `${prefix}-${index}`, front, isEnabled: true }));
  ofEvents ??= makeScene(folder, 'run-30', [
    {
      name: 'matches',
      front: { events: ['PreToolUse'], matcher: 'Bash' },
      script: 'IFS= read -r event\nexit 0',
      isEnabled: true,
    },
    ...some(10, 'condition', { events: ['PreToolUse'], if: 'Bash(git push*--force*)' }),
    ...some(10, 'matcher', { events: ['PreToolUse'], matcher: 'Edit|Write' }),
    ...some(9, 'event', { events: ['Stop', 'PostToolUse'] }),
  ]);
  return ofEvents;
}

/** Runs `hooks` to see that it works; not for measuring. */
export function hooks({ project, env }, words, input = '') {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [CLI, ...words], {
    cwd: project,
    env,
    input,
    encoding: 'utf8',
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`hooks ${words.join(' ')} ended with ${status}: ${stderr || stdout}`);
  return stdout;
}

/** Where the command looks when it is called in the scene. */
export function placesOf({ project, env }) {
  return resolvePlaces({ bundledDir: path.join(dist, 'bundled-hooks'), cwd: project, environment: env });
}

const TYPED = `import { defineHook } from '@hookmd/sdk';
export default defineHook({
  on: 'PreToolUse',
  run: (event, { block }) => (event.tool_input.command === 'rm' ? block('no') : undefined),
});
`;

/** A guard in TypeScript, not yet enabled. */
export function writeTypedHook({ home }, name, source = TYPED) {
  const dir = path.join(home, '.hookmd/hooks', name);
  mkdirSync(dir, { recursive: true });
  writeFileSync(path.join(dir, 'HOOK.md'), '---\nevents: [PreToolUse]\n---\n');
  writeFileSync(path.join(dir, 'handler.ts'), source);
}

function writePackage(dir, { name, front = {}, script = 'exit 0' }) {
  mkdirSync(dir, { recursive: true });
  const keys = {
    name,
    description: `The package ${name} of a benchmark`,
    protocol: 'hookmd',
    command: './handler.sh',
  };
  const lines = Object.entries({ ...keys, ...front }).map(
    ([key, value]) => `${key}: ${JSON.stringify(value)}`,
  );
  writeFileSync(path.join(dir, 'HOOK.md'), ['---', ...lines, '---', '', BODY].join('\n'));
  writeFileSync(path.join(dir, 'handler.sh'), `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(dir, 'handler.sh'), 0o755);
}
