import { lstatSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type History,
  type HistoryIssue,
  type Integration,
  loadIntegration,
  type PastEvent,
} from '@hookmd/agents';
import type { HookEvent } from '@hookmd/core/events';
import { completeEvent } from '@hookmd/core/runtime';
import { type Places, projectOf, sha256 } from '@hookmd/core/system';

type Environment = Readonly<Record<string, string | undefined>>;

/** A file with past sessions. */
export interface SessionFile {
  readonly agent: string;
  readonly path: string;
  readonly bytes: number;
}

/** A past event, complete as on the event path. */
export interface ScannedEvent {
  readonly integration: Integration;
  readonly file: SessionFile;
  readonly event: HookEvent;
  /** Milliseconds since 1970; null = unknown. */
  readonly at: number | null;
}

/** What could not be read of a file. */
export interface FileIssue extends HistoryIssue {
  readonly path: string;
}

/**
 * Lists the files of an agent that were written since a time, in ms since 1970. Follows no links, because a repository may have made
 * them.
 */
export function findSessions(
  agent: string,
  { directory, movedBy, isSession }: History,
  { home, environment, since }: { home: string; environment: Environment; since: number },
): readonly SessionFile[] {
  const moved = movedBy === undefined ? undefined : environment[movedBy.variable];
  const top = moved && movedBy ? join(resolve(home, moved), movedBy.below) : directory.replace(/^~/, home);
  const found: SessionFile[] = [];
  const open = [''];
  for (let below = open.pop(); below !== undefined; below = open.pop()) {
    for (const entry of entriesOf(join(top, below))) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) open.push(path);
      else if (entry.isFile() && isSession(path)) {
        const stats = lstatSync(join(top, path), { throwIfNoEntry: false });
        if (stats !== undefined && stats.mtimeMs >= since)
          found.push({ agent, path: join(top, path), bytes: stats.size });
      }
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

const MAX_SEEN = 200_000;
/** Of a SHA-256: as many as a number holds exactly. */
const KEY_DIGITS = 13;

/** Recognizes events that a session which continues another one repeats. Only the latest, so that memory stays flat. */
export class SeenEvents {
  #latest = new Set<number>();
  #earlier: ReadonlySet<number> = new Set();

  /** Whether an event is new; events without an id always are. */
  add(agent: string, { event, id, at }: PastEvent): boolean {
    if (id === null) return true;
    // An id may be of any length.
    const key = Number.parseInt(sha256(`${agent} ${event} ${id} ${at}`).slice(0, KEY_DIGITS), 16);
    if (this.#latest.has(key) || this.#earlier.has(key)) return false;
    if (this.#latest.size === MAX_SEEN) {
      this.#earlier = this.#latest;
      this.#latest = new Set();
    }
    this.#latest.add(key);
    return true;
  }
}

interface Reading {
  readonly places: Places;
  readonly since: number;
  readonly seen: SeenEvents;
  readonly report: (issue: FileIssue) => void;
}

/** Reads the new events of a file since a time. `report` gets what cannot be read. */
export async function* readSession(
  file: SessionFile,
  history: History,
  { places, since, seen, report }: Reading,
): AsyncGenerator<ScannedEvent> {
  const integration = await loadIntegration(file.agent);
  if (integration === null) return;
  const projects = new Map<string, string>();
  const projectFor = (cwd: string): string => {
    const project = projects.get(cwd) ?? projectOf(cwd, places);
    projects.set(cwd, project);
    return project;
  };
  for await (const item of history.read(file.path)) {
    if ('message' in item) report({ ...item, path: file.path });
    else if ((item.at === null || item.at >= since) && seen.add(file.agent, item)) {
      const event = eventOf(item, integration, places.projectDir, projectFor);
      if (typeof event === 'string') report({ line: null, message: event, path: file.path });
      else yield { integration, file, event, at: item.at };
    }
  }
}

/** A string = why it is no valid event. */
function eventOf(
  { event: name, payload }: PastEvent,
  integration: Integration,
  directory: string,
  projectFor: (cwd: string) => string,
): HookEvent | string {
  const native = integration.format.readEvent(payload, name);
  const recorded = native['cwd'];
  const cwd = typeof recorded === 'string' && /^\/[^\0]*$/.test(recorded) ? recorded : directory;
  // The directory may be gone by now, and the call was about that directory.
  const completion = completeEvent(
    { ...native, cwd: directory },
    { event: name, eventId: '', agent: integration.name, cwd: directory, projectDir: () => projectFor(cwd) },
  );
  if ('problems' in completion) return `A ${name} event is not valid: ${completion.problems.join('; ')}.`;
  return { ...completion.event, cwd };
}
