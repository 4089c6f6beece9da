import { histories } from '@hookmd/agents';
import type { Decision } from '@hookmd/core/events';
import type { Places } from '@hookmd/core/manifest';
import { type FileIssue, readSession, type ScannedEvent, type SessionFile } from './histories.ts';
import type { OpenHook } from './open-hook.ts';
import { effectOf, type Finding, findingId, HookTally, makeFinding } from './tally.ts';

/** Events in flight: enough to keep the processes of the hooks busy. A command starts a process for each event. */
const AT_ONCE = { warm: 24, cold: 4 };
/** More are only counted. */
const MAX_LISTED = 50;

/** A hook, and the version to compare it with. */
export interface Subject {
  readonly hook: OpenHook;
  readonly against: OpenHook | null;
}

/** A call that two versions of a hook decide differently; null = the event proceeds as it was. */
export interface Difference {
  readonly now: Finding | null;
  readonly against: Finding | null;
}

/** Entries of which only the first ones are listed. */
export interface Listed<T> {
  readonly first: readonly T[];
  readonly count: number;
}

export interface ScanResult {
  /** Tool calls that were read. */
  readonly calls: number;
  /** The time of the first of them, in ms since 1970; null = no history has it. */
  readonly oldest: number | null;
  readonly tallies: readonly HookTally[];
  readonly differences: Listed<Difference>;
  readonly issues: Listed<FileIssue>;
  /** The event and the hook of the finding that was searched; null = not found. */
  readonly found: { readonly scanned: ScannedEvent; readonly hook: string } | null;
}

export interface ScanRequest {
  readonly files: readonly SessionFile[];
  readonly subjects: readonly Subject[];
  readonly places: Places;
  /** In ms since 1970. */
  readonly since: number;
  /** The id of a finding to search. */
  readonly wanted: string | undefined;
  /** Ends the scan: the result has what was read until then. */
  readonly signal: AbortSignal;
  /** Called before each file, with the bytes before it. */
  readonly progress: (doneBytes: number) => void;
}

/** Lets hooks decide about past events, several at a time. */
export async function scan(request: ScanRequest): Promise<ScanResult> {
  const { subjects, wanted, signal } = request;
  const tallies = subjects.map(({ hook }) => new HookTally(hook.name));
  const differences = new List<Difference>();
  const issues = new List<FileIssue>();
  let calls = 0;
  let oldest: number | null = null;
  let found: ScanResult['found'] = null;

  const decide = async (scanned: ScannedEvent): Promise<void> => {
    if (scanned.event.hook_event_name === 'PreToolUse') {
      calls += 1;
      oldest = Math.min(oldest ?? Number.POSITIVE_INFINITY, scanned.at ?? Number.POSITIVE_INFINITY);
    }
    await Promise.all(
      subjects.map(async ({ hook, against }, index) => {
        const { event, integration } = scanned;
        if (wanted !== undefined && findingId(hook.name, event) === wanted)
          found = { scanned, hook: hook.name };
        const [now, before] = await Promise.all([
          hook.decide(event, integration),
          against?.decide(event, integration) ?? null,
        ]);
        const finding = tallies[index]?.add(scanned, now) ?? null;
        if (before === null || effectOf(before) === effectOf(now)) return;
        differences.add({ now: finding, against: findingOf(hook.name, scanned, before) });
      }),
    );
  };
  const events = eventsOf(request, (issue) => issues.add(issue));
  const isWarm = subjects.every(({ hook, against }) => hook.isWarm && against?.isWarm !== false);
  const work = async (): Promise<void> => {
    for (let next = await events.next(); next.done !== true && !signal.aborted; next = await events.next())
      await decide(next.value);
  };
  await Promise.all(Array.from({ length: isWarm ? AT_ONCE.warm : AT_ONCE.cold }, work));
  return {
    calls,
    oldest: oldest !== null && Number.isFinite(oldest) ? oldest : null,
    tallies,
    differences,
    issues,
    found,
  };
}

async function* eventsOf(
  { files, places, since, progress }: ScanRequest,
  report: (issue: FileIssue) => void,
): AsyncGenerator<ScannedEvent> {
  let done = 0;
  for (const file of files) {
    progress(done);
    const history = histories[file.agent];
    if (history !== undefined) yield* readSession(file, history, { places, since, report });
    done += file.bytes;
  }
}

function findingOf(hook: string, scanned: ScannedEvent, decision: Decision): Finding | null {
  const effect = effectOf(decision);
  return effect === null ? null : makeFinding(hook, effect, scanned, decision);
}

class List<T> implements Listed<T> {
  readonly first: T[] = [];
  count = 0;

  add(item: T): void {
    if (this.count < MAX_LISTED) this.first.push(item);
    this.count += 1;
  }
}
