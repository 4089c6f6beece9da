import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scratch } from './scratch.ts';

/** What a version of the package says and does. */
export interface Version {
  readonly version: string;
  readonly events?: string;
  readonly extra?: Readonly<Record<string, string>>;
}

/** Writes a package of one hook, `guard`, into the folder that it is installed from. */
export function writeInstallable(
  { dir }: Scratch,
  { version, events = 'PreToolUse', extra = {} }: Version,
): string {
  const directory = join(dir, 'from', 'guard');
  mkdirSync(directory, { recursive: true });
  const front = [`version: ${version}`, `events: [${events}]`, 'command: ./handler.sh', 'protocol: hookmd'];
  writeFileSync(join(directory, 'HOOK.md'), ['---', ...front, '---', ''].join('\n'));
  writeFileSync(join(directory, 'handler.sh'), `#!/bin/sh\necho "no, says ${version}" >&2\nexit 2\n`, {
    mode: 0o755,
  });
  for (const [name, text] of Object.entries(extra)) writeFileSync(join(directory, name), text);
  return directory;
}

/** The version that stands in the root of a scope; null = none does. */
export function installedVersion(hookmdDir: string): string | null {
  const file = join(hookmdDir, 'hooks', 'guard', 'HOOK.md');
  if (!existsSync(file)) return null;
  return /^version: (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 'none';
}

/** The version that the lock of a scope has; null = it has none. */
export function lockedVersion(hookmdDir: string): string | null {
  const file = join(hookmdDir, 'hooks.lock');
  if (!existsSync(file)) return null;
  return JSON.parse(readFileSync(file, 'utf8')).packages.guard?.version ?? null;
}

/** What an installation must not leave: in the folder of the scope, in its hooks directory, in the state. */
export function installLeftovers({ state }: Scratch, hookmdDir: string): readonly string[] {
  return [hookmdDir, join(hookmdDir, 'hooks'), state].flatMap((dir) =>
    namesIn(dir).filter((name) => name.startsWith('.')),
  );
}

function namesIn(dir: string): readonly string[] {
  return existsSync(dir) ? readdirSync(dir) : [];
}
