import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Scratch } from './scratch.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));

/** A JSON value, as far as rows write one. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export interface FileText {
  readonly text: string;
  readonly mode?: number;
  /** The text is the source of a program. */
  readonly compiles?: 'c';
}

/**
 * A hook package of a test, as text. Its handler is a shell script that writes what it was given into
 * the log (test/fixtures/log.sh) and then does what is said here, in the order of the keys below.
 */
export interface HookSpec {
  /** Its folder, and so its name. */
  readonly name: string;
  /** Take handler and manifest of test/fixtures/<like>; `front` changes keys of its manifest. */
  readonly like?: string;
  /** Where it lives; `root` = a folder given by `--root`. Default: the user's. */
  readonly at?: 'user' | 'project' | 'root';
  /**
   * A bare executable in `.kodelet/hooks` instead: no manifest, and what it does when it is asked `hook`, in shell text
   * behind a line in `<scratch>/asked`. `front`, `files` and `like` mean nothing then.
   */
  readonly asked?: string;
  /** Keys of the manifest, over the defaults `events`, `command: ./handler.sh` and `env: [LOG]`; null takes one away. */
  readonly front?: Readonly<Record<string, Json>>;
  /** The whole HOOK.md instead; false = no HOOK.md. */
  readonly manifest?: string | false;
  /** Shell text. */
  readonly does?: string;
  readonly stderr?: string;
  /** Written to standard output: text as it is, anything else as JSON. */
  readonly prints?: Json;
  readonly exits?: number;
  /** Further files of the package, or other text for `handler.sh`. */
  readonly files?: Readonly<Record<string, string | FileText>>;
}

/** Writes a package into the scratch place; `event` stands where its manifest names none. */
export function writeHook(scratch: Scratch, spec: HookSpec, event: string): void {
  if (spec.asked !== undefined) {
    writeExecutable(scratch, spec, spec.asked);
    return;
  }
  const dir = hookDir(scratch, spec);
  mkdirSync(dir, { recursive: true });
  if (spec.like !== undefined) cpSync(join(FIXTURES, spec.like), dir, { recursive: true });
  cpSync(join(FIXTURES, 'log.sh'), join(dir, 'log.sh'));
  const manifest = manifestText(spec, dir, event);
  if (manifest !== null) writeFileSync(join(dir, 'HOOK.md'), manifest);
  if (spec.like === undefined) writeText(join(dir, 'handler.sh'), { text: handlerText(spec), mode: 0o755 });
  for (const [name, file] of Object.entries(spec.files ?? {})) {
    writeText(join(dir, name), typeof file === 'string' ? { text: file } : file);
  }
}

function writeExecutable({ dir, home, project, log }: Scratch, spec: HookSpec, requested: string): void {
  const begin = [
    '#!/bin/sh',
    `if [ "$1" = hook ]; then echo ${quote(spec.name)} >>${quote(join(dir, 'asked'))}; ${requested}`,
    'exit; fi',
    `LOG=${quote(log)}; . ${quote(join(FIXTURES, 'log.sh'))}`,
  ];
  const directory = join(spec.at === 'project' ? project : home, '.kodelet', 'hooks');
  writeText(join(directory, spec.name), { text: [...begin, ...actions(spec), ''].join('\n'), mode: 0o755 });
}

export function writeText(path: string, { text, mode, compiles }: FileText): void {
  mkdirSync(dirname(path), { recursive: true });
  if (compiles === 'c') execFileSync('cc', ['-x', 'c', '-', '-o', path], { input: text });
  else writeFileSync(path, text);
  if (mode !== undefined) chmodSync(path, mode);
}

function hookDir(scratch: Scratch, { at = 'user', name }: HookSpec): string {
  const roots = {
    user: join(scratch.home, '.hookmd', 'hooks'),
    project: join(scratch.project, '.hookmd', 'hooks'),
    root: join(scratch.root, 'hooks'),
  };
  return join(roots[at], name);
}

function manifestText({ manifest, front = {}, like }: HookSpec, dir: string, event: string): string | null {
  if (manifest === false) return null;
  if (manifest !== undefined) return manifest;
  if (like !== undefined) return changeKeys(readFileSync(join(dir, 'HOOK.md'), 'utf8'), front);
  const keys = { events: [event], command: './handler.sh', env: ['LOG'], ...front };
  const lines = Object.entries(keys).filter(([, value]) => value !== null);
  return ['---', ...lines.map(([key, value]) => `${key}: ${JSON.stringify(value)}`), '---', ''].join('\n');
}

/** The manifests of fixtures have one key on a line. */
function changeKeys(text: string, front: Readonly<Record<string, Json>>): string {
  const cached = text
    .split('\n')
    .filter((line) => !Object.keys(front).some((key) => line.startsWith(`${key}:`)));
  const added = Object.entries(front).filter(([, value]) => value !== null);
  cached.splice(1, 0, ...added.map(([key, value]) => `${key}: ${JSON.stringify(value)}`));
  return cached.join('\n');
}

function handlerText(spec: HookSpec): string {
  return `${['#!/bin/sh', '. "$HOOK_DIR/log.sh"', ...actions(spec)].join('\n')}\n`;
}

function actions({ does, stderr, prints, exits }: HookSpec): readonly string[] {
  const lines: string[] = [];
  if (does !== undefined) lines.push(does);
  if (stderr !== undefined) lines.push(`printf '%s\\n' ${quote(stderr)} >&2`);
  if (prints !== undefined) {
    lines.push(`printf '%s' ${quote(typeof prints === 'string' ? prints : JSON.stringify(prints))}`);
  }
  if (exits !== undefined) lines.push(`exit ${exits}`);
  return lines;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
