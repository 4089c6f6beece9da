/** What the readers of all histories share: opening a file, its issues, and calls that wait for their results. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { JsonValue } from '@hookmd/core/events';
import type { HistoryIssue, PastEvent } from '../history.ts';

/** The issues of one file. Many of a kind are one, with their number. */
export class HistoryIssues {
  readonly #found = new Map<string, { readonly line: number | null; more: number }>();

  add(message: string, line: number | null): void {
    const found = this.#found.get(message);
    if (found === undefined) this.#found.set(message, { line, more: 0 });
    else found.more += 1;
  }

  *[Symbol.iterator](): Generator<HistoryIssue> {
    for (const [message, { line, more }] of this.#found)
      yield { line, message: more === 0 ? message : `${message} (${more} more like this)` };
  }
}

/** Opening a named pipe would otherwise wait for its writer. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Opens a file for `read`, and yields the issues after its events. */
export async function* readFile(
  path: string,
  read: (file: FileHandle, issues: HistoryIssues) => AsyncIterable<PastEvent>,
): AsyncGenerator<PastEvent | HistoryIssue> {
  const issues = new HistoryIssues();
  let file: FileHandle | undefined;
  try {
    file = await open(path, FLAGS);
    if ((await file.stat()).isFile()) yield* read(file, issues);
    else issues.add('This is no file.', null);
  } catch (error) {
    issues.add(`The file cannot be read: ${(error as Error).message}.`, null);
  } finally {
    await file?.close();
  }
  yield* issues;
}

const MAX_OPEN_CALLS = 100;

/** Calls whose results come later, by their ids. Only the latest, so that memory stays flat. */
export class OpenCalls<T> {
  readonly #calls = new Map<string, T>();

  add(id: JsonValue | undefined, call: T): void {
    if (typeof id !== 'string') return;
    this.#calls.set(id, call);
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > MAX_OPEN_CALLS && oldest !== undefined) this.#calls.delete(oldest);
  }

  get(id: JsonValue | undefined): T | undefined {
    return typeof id === 'string' ? this.#calls.get(id) : undefined;
  }

  /** Returns a call with the first of its results. */
  take(id: JsonValue | undefined): T | undefined {
    const call = this.get(id);
    if (typeof id === 'string') this.#calls.delete(id);
    return call;
  }
}

const MAX_IDS = 100_000;

/** What a history has already had, by ids. Only the latest, so that memory stays flat. */
export class SeenIds {
  readonly #ids = new Set<JsonValue | undefined>();

  /** Whether the id is new; it is not any more. */
  add(id: JsonValue | undefined): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > MAX_IDS) this.#ids.delete(oldest);
    return true;
  }
}

/** Opens a file that belongs to another one; null = there is none. */
export async function openBeside(path: string): Promise<FileHandle | null> {
  return await open(path, FLAGS).catch(() => null);
}

const MAX_NOTE_BYTES = 64 * 1024;

/** The text of a small file that belongs to another one; null = there is none. */
export async function readBeside(path: string): Promise<string | null> {
  const file = await openBeside(path);
  try {
    const { buffer, bytesRead } = (await file?.read(Buffer.alloc(MAX_NOTE_BYTES))) ?? {};
    return buffer?.toString('utf8', 0, bytesRead) ?? null;
  } catch {
    return null;
  } finally {
    await file?.close();
  }
}

/** An id of an event. */
export function idOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** Milliseconds since 1970, from these or from a date. */
export function timeOf(value: JsonValue | undefined): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : value;
  return typeof time === 'number' && Number.isFinite(time) ? time : null;
}
