import { basename, join } from 'node:path';
import { normalize } from 'node:path/posix';
import { type Issue, issue, type Location } from '@hookmd/core/errors';
import { pathOutside } from '@hookmd/core/hook-types';
import { findScriptError } from '@hookmd/core/protocols';
import { copiedFiles, type HookStatus, type Inventory } from '@hookmd/core/registry';
import { findUndeclared } from '@hookmd/core/settings';
import { findProgram, readPlainFile } from '@hookmd/core/system';
import { decodeUtf8 } from '@hookmd/core/text';
import type { Context } from '../command-line/context.ts';
import { inBatches } from '../programs/in-batches.ts';
import { runProgram } from '../programs/run-program.ts';
import { lintedOf } from './index.ts';
import { type Linted, placeOfKey } from './lint.ts';

/** What these shells need beside `-n`, with which they read a script and run nothing. */
const shells: Readonly<Record<string, readonly string[]>> = {
  sh: [],
  dash: [],
  ash: [],
  // What `shopt -s extglob` allows is a syntax error to a shell that does not run it.
  bash: ['-O', 'extglob'],
  ksh: [],
  mksh: [],
  // Its start-up files would run.
  zsh: ['-f'],
};
const SHEBANG = /^#! *(?:\S*\/env +(?:-S +)?)?(?:\S*\/)?(\w+)(?:\s|$)/;
const MAX_SCRIPTS = 50;
const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 5000;
const AT_ONCE = 4;

/** Shell text of a hook. */
interface ShellScript {
  readonly shell: string;
  readonly text: string;
  readonly location: Location;
  /** Text of `sh -c`: every message is about the line of the key. */
  readonly isInline: boolean;
  /** The script that the command runs; the others are run by it. */
  readonly isHandler: boolean;
}

/**
 * Mistakes in the shell scripts of a hook that would show at an event only: syntax errors, by the shell that would run them, and variables
 * that nothing sets. Runs none of them.
 */
export async function shellScriptIssues(
  status: HookStatus,
  { environment }: Pick<Context, 'environment'>,
  { places }: Pick<Inventory, 'places'>,
): Promise<readonly Issue[]> {
  const linted = lintedOf(status);
  if (linted === null) return [];
  const scripts = shellScripts(linted);
  const path = pathOutside(environment['PATH'], places.projectDir);
  const found = await inBatches(scripts, AT_ONCE, (script) => syntaxError(script, linted, path));
  const broken = found.flatMap((item) => item ?? []);
  if (broken.length > 0) return broken;
  return scripts.flatMap((script) => undeclaredVariables(script, linted, status));
}

/** The scripts of a package by their first line or the command, and the command itself where a shell reads it. */
function shellScripts(linted: Linted): readonly ShellScript[] {
  const { record, manifest } = linted;
  const { handler } = manifest;
  const command = handler.mode === 'command' ? handler.command : [];
  const inline = typeof command === 'string' ? [inlineScript(command, placeOfKey(linted, 'command'))] : [];
  const words = typeof command === 'string' ? [] : command.map((word) => normalize(word));
  const files =
    record.entry === undefined
      ? record.files.map((name) => ({ name, path: join(record.dir, name) }))
      : copiedFiles(record);
  const found = files.flatMap(({ name, path }) => {
    const text = readText(path);
    const isHandler = words.includes(name);
    const given = isHandler && name !== words[0] ? basename(words[0] ?? '') : '';
    const shell = Object.hasOwn(shells, given) ? given : SHEBANG.exec(text)?.[1];
    if (shell === undefined || !Object.hasOwn(shells, shell)) return [];
    return [{ shell, text, location: { path }, isInline: false, isHandler }];
  });
  return [...inline, ...found.slice(0, MAX_SCRIPTS)];
}

function inlineScript(text: string, location: Location): ShellScript {
  return { shell: 'sh', text, location, isInline: true, isHandler: true };
}

function readText(path: string): string {
  try {
    return decodeUtf8(readPlainFile(path, MAX_BYTES)) ?? '';
  } catch {
    return '';
  }
}

/** Null also where the shell is missing, or reports something else. Only a shell of PATH is started, never one that a script names. */
async function syntaxError(script: ShellScript, { record }: Linted, path: string): Promise<Issue | null> {
  const { shell, text, location, isInline } = script;
  const program = findProgram(shell, path);
  if (program === null) return null;
  const subject = isInline ? ['-c', text] : [location.path];
  const { end, exitCode, stderr } = await runProgram({
    program,
    args: [...(shells[shell] ?? []), '-n', ...subject],
    cwd: '/',
    environment: { PATH: path },
    timeoutMs: TIMEOUT_MS,
  });
  if (end !== 'exit' || exitCode === null || exitCode === 0) return null;
  // Of text of `-c` a shell speaks by its own name.
  const spoken = isInline ? (stderr.toString('utf8').split(':', 1)[0] ?? '') : location.path;
  const ended = { exitCode, stderr: stderr.toString('utf8') };
  const found = findScriptError({ argv: [program, spoken], packageDir: record.dir }, ended, false);
  if (found === null) return null;
  return issue(
    'SCRIPT_SYNTAX',
    { problem: found.problem, name: record.name },
    isInline ? location : { ...location, line: found.line },
  );
}

/** `set -u`, `set -eu`, `set -o nounset`: a variable without a value ends the script. */
const ENDS_UNSET = /^\s*set\s+(?:-\w*u|.*\bnounset)/m;

/** Variables of the environment that a handler does not get; where they are only empty, a hint. */
function undeclaredVariables(
  { text, location, isInline, isHandler }: ShellScript,
  { manifest }: Linted,
  { setEnv, approval }: HookStatus,
): readonly Issue[] {
  if (!isHandler) return [];
  const set = new Set([...setEnv, ...(approval?.env ?? [])]);
  return findUndeclared(manifest, text)
    .filter((variable) => !set.has(variable))
    .map((variable) => {
      const line = text.split('\n').findIndex((item) => new RegExp(`\\$\\{?${variable}\\b`).test(item)) + 1;
      const found = issue(
        'SCRIPT_VARIABLE',
        { variable, withDefault: `\${${variable}:-}` },
        isInline ? location : { ...location, line },
      );
      return ENDS_UNSET.test(text) ? found : { ...found, severity: 'hint' };
    });
}
