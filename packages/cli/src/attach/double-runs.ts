import { integrations } from '@hookmd/agents';
import { type Issue, issue } from '@hookmd/core/errors';
import type { EventName } from '@hookmd/core/events';
import type { HookStatus, Inventory } from '@hookmd/core/registry';
import { personalFile, realPath } from '@hookmd/core/system';
import { counted, quoteWord } from '@hookmd/core/text';

import { inspectIntegration } from './inspect-integration.ts';
import { type AttachPlaces, managedFiles, personalScopes, registrationFiles } from './registration-files.ts';

/**
 * The files of `entriesFrom` whose hooks the agent runs itself: HookMD runs each of those hooks again.
 *
 * `events`: those that the agent reports to HookMD, or will. Hooks that are disabled or invalid in HookMD run once and are not
 * counted. The counted ones are those that run; where none does, those that need approval.
 */
export function findDoubleRuns(
  agent: string,
  events: readonly EventName[],
  { statuses, config, places }: Pick<Inventory, 'statuses' | 'config' | 'places'>,
  attach: AttachPlaces,
): readonly Issue[] {
  const named = config.entriesFrom.map((text) => ({ text, file: realPath(personalFile(text, places)) }));
  if (events.length === 0 || named.length === 0) return [];
  const native = new Set(nativeFiles(agent, attach).map(realPath));
  const files = new Set(named.map(({ file }) => file).filter((file) => native.has(file)));
  return [...files].flatMap((file) => {
    const doubled = statuses.filter(
      ({ record }) =>
        record.root.kind === 'entries' &&
        record.root.realDir === file &&
        isNative(record, agent, new Set(events)),
    );
    const running = doubled.filter(({ state, approvedRuns }) => state === 'ready' || approvedRuns);
    const waiting = doubled.filter(({ state }) => state === 'unapproved');
    const [first] = [...running, ...waiting];
    if (first === undefined) return [];
    const path = first.record.root.dir;
    const rest = named.filter((item) => item.file !== file).map(({ text }) => text);
    const value = rest.length === 0 ? '--unset' : quoteWord(JSON.stringify(rest));
    const count = running.length === 0 ? waiting.length : running.length;
    const facts = {
      agent,
      path,
      ...wordsFor(count, running.length > 0),
      command: `hooks config set entriesFrom ${value}`,
      file: quoteWord(path),
    };
    return [issue('ENTRIES_RUN_TWICE', facts, { path })];
  });
}

/** The same for every attached agent. */
export function findAllDoubleRuns(seen: Inventory, attach: AttachPlaces): readonly Issue[] {
  if (seen.config.entriesFrom.length === 0) return [];
  return Object.keys(integrations).flatMap((agent) => {
    const { events } = inspectIntegration(agent, new Set(), attach);
    return findDoubleRuns(agent, events, seen, attach);
  });
}

function wordsFor(count: number, isRunning: boolean): { hooks: string; them: string; again: string } {
  const isSingle = count === 1;
  const them = isSingle ? 'it' : 'them';
  const each = isSingle ? 'it' : 'each';
  const runs = `${them} again: ${each} runs twice`;
  const wouldRun = `${them} again once you approve ${them}: ${each} would run twice`;
  return { hooks: counted(count, 'hook'), them, again: isRunning ? runs : wouldRun };
}

/** The settings files from which the agent starts hooks itself, including missing files. */
function nativeFiles(agent: string, places: AttachPlaces): readonly string[] {
  const written = personalScopes
    .flatMap((scope) => registrationFiles(agent, scope, [], places))
    .flatMap(({ kind, path }) => (kind === 'document' ? [path] : []));
  return [...written, ...managedFiles(agent, places)];
}

/** Whether the agent has an event of this name, and sends it to HookMD too. */
function isNative(
  { manifest }: HookStatus['record'],
  agent: string,
  events: ReadonlySet<EventName>,
): boolean {
  return (manifest?.events ?? []).some(({ name }) => {
    const event = integrations[agent]?.eventOf(name) ?? null;
    return event !== null && events.has(event);
  });
}
