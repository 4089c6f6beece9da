import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { EventName, EventPayload, JsonObject, JsonValue } from '@hookmd/core/events';
import type { Hook } from '../define-hook.ts';
import { firstLineOf } from '../first-line.ts';
import { isEventName } from '../permits.ts';
import { isPlainObject } from '../plain-json.ts';
import { makeEvent } from './fixture.ts';
import { type HookDecision, runHook } from './run-hook.ts';

/** A case of `tests/*.json` of a package. An imported JSON file fits the type. */
export interface HookCase {
  readonly schema?: string;
  readonly name: string;
  readonly event: string;
  readonly payload?: object;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly options?: object;
  readonly expect: object;
}

/**
 * Plays one case against a hook, in a new directory. Rejects with every difference at once.
 *
 * `hooks test` also checks the keys of `expect` that depend on the whole runner, such as `dropped`.
 */
export async function runCase(hook: Hook, hookCase: HookCase): Promise<void> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'hookmd-case-')));
  try {
    for (const [path, text] of Object.entries(hookCase.files ?? {})) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
    const found = await play(hook, hookCase, directory);
    const differences = Object.entries(hookCase.expect as JsonObject).flatMap(([key, wanted]) =>
      key === 'files' ? compareFiles(wanted, directory) : compareKey(key, wanted, found),
    );
    if (differences.length > 0) throw new Error(`${hookCase.name}:\n  ${differences.join('\n  ')}`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function play(
  hook: Hook,
  hookCase: HookCase,
  directory: string,
): Promise<Readonly<Record<string, unknown>>> {
  if (!isEventName(hookCase.event)) throw new Error(`${hookCase.name}: "${hookCase.event}" is not an event`);
  const payload = { cwd: directory, project_dir: directory, ...(hookCase.payload as JsonObject | undefined) };
  const event = makeEvent(hookCase.event, payload) as unknown as EventPayload<EventName>;
  try {
    const options = (hookCase.options ?? {}) as JsonObject;
    return describe(await runHook(hook, event, { env: hookCase.env ?? {}, options }));
  } catch (error) {
    return { decision: 'none', outcome: 'non_blocking_error', cause: 'THROWN', error: firstLineOf(error) };
  }
}

/** With the keys of `expect`, which are those of the runner's decision. */
function describe({
  hint,
  redact: _,
  logs: __,
  ...decision
}: HookDecision): Readonly<Record<string, unknown>> {
  const isBlocking = decision.decision === 'block' || decision.feedback.length > 0;
  return {
    ...decision,
    outcome: isBlocking ? 'blocking' : 'success',
    cause: null,
    hints: hint === null ? [] : [hint],
    halt: null,
    suppressOutput: false,
    dropped: [],
  };
}

function compareKey(
  key: string,
  wanted: JsonValue | undefined,
  found: Readonly<Record<string, unknown>>,
): readonly string[] {
  if (key in found) return compare(key, wanted, found[key]);
  const error = found['error'];
  return [
    `${key}: ${error === undefined ? 'no such key in a decision' : `the hook failed: ${String(error)}`}`,
  ];
}

function compareFiles(wanted: JsonValue | undefined, directory: string): readonly string[] {
  if (!isPlainObject(wanted)) return ['files: must be strings by path'];
  return Object.entries(wanted).flatMap(([path, text]) =>
    compare(`files.${path}`, text, readText(join(directory, path))),
  );
}

/** Null = there is no such file. */
function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** A string `/…/` is a pattern. */
function compare(path: string, wanted: unknown, found: unknown): readonly string[] {
  if (isPlainObject(wanted) && isPlainObject(found)) {
    const keys = new Set([...Object.keys(wanted), ...Object.keys(found)]);
    return [...keys].flatMap((key) => compare(`${path}.${key}`, wanted[key], found[key]));
  }
  if (Array.isArray(wanted) && Array.isArray(found) && wanted.length === found.length)
    return wanted.flatMap((item: unknown, index) => compare(`${path}[${index}]`, item, found[index]));
  const pattern = typeof wanted === 'string' ? /^\/(.+)\/$/s.exec(wanted)?.[1] : undefined;
  const isSame =
    Object.is(wanted, found) ||
    (pattern !== undefined && typeof found === 'string' && new RegExp(pattern, 's').test(found));
  return isSame ? [] : [`${path}: expected ${JSON.stringify(wanted)}, found ${JSON.stringify(found)}`];
}
