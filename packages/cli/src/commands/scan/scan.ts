import { histories } from '@hookmd/agents';
import type { HookRun } from '@hookmd/core/events';
import type { Places } from '@hookmd/core/system';
import type { Difference, Listed } from '@hookmd/ui/scan';
import { type FileIssue, readSession, type ScannedEvent, SeenEvents, type SessionFile } from './histories.ts';
import type { OpenHooks } from './open-hooks.ts';
import { findingId, findingOf, HookTally } from './tally.ts';

/** Events in flight: enough to keep the processes of the hooks busy. A command starts a process for each event. */
const AT_ONCE = { warm: 24, cold: 4 };
/** More are only counted. */
const MAX_LISTED = 50;

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
  /** The hooks, by the names of their versions; with `comparesTwo`, two versions of one hook. */
  readonly hooks: OpenHooks;
  readonly names: readonly string[];
  readonly comparesTwo: boolean;
  readonly places: Places;
  /** In ms since 1970. */
  readonly since: number;
  /** The id of a finding to search. */
  readonly wanted: string | undefined;
  /** Only reasons whose title contains it, call by call. */
  readonly shown: string | undefined;
  /** Ends the scan: the result has what was read until then. */
  readonly signal: AbortSignal;
  /** Called before each file, with the bytes before it. */
  readonly progress: (doneBytes: number) => void;
}

/** An event, and for each hook its runs. */
interface Evaluated {
  readonly scanned: ScannedEvent;
  readonly runs: readonly (readonly HookRun[])[];
}

/** Lets hooks decide about past events, several at a time. */
export async function scan(request: ScanRequest): Promise<ScanResult> {
  const { hooks, names, comparesTwo, wanted, shown, signal } = request;
  const tallies = (comparesTwo ? names.slice(0, 1) : names).map((name) => new HookTally(name, shown));
  const differences = new List<Difference>();
  const issues = new List<FileIssue>();
  let calls = 0;
  let oldest: number | null = null;
  let found: ScanResult['found'] = null;

  /** In the order of the history: a workaround is a call after a block. */
  const add = ({ scanned, runs: [first = [], second = [], ...more] }: Evaluated): void => {
    const { event, at } = scanned;
    if (event.hook_event_name === 'PreToolUse') {
      calls += 1;
      if (at !== null) oldest = Math.min(oldest ?? at, at);
    }
    const hook = wanted && names.find((name) => findingId(name, event) === wanted);
    if (hook) found = { scanned, hook };
    const findings = [first, second, ...more].map((runs, index) => tallies[index]?.add(scanned, runs));
    if (!comparesTwo) return;
    const [now = null] = findings;
    const against = findingOf(names[0] ?? '', scanned, second);
    if (now?.effect !== against?.effect) differences.add({ now, against });
  };
  const events = eventsOf(request, (issue) => issues.add(issue));
  const atOnce = hooks.isWarm ? AT_ONCE.warm : AT_ONCE.cold;
  const open: Promise<Evaluated>[] = [];
  for await (const scanned of events) {
    if (signal.aborted) break;
    open.push(hooks.evaluate(scanned.event, scanned.integration).then((runs) => ({ scanned, runs })));
    const next = open.length < atOnce ? undefined : open.shift();
    if (next !== undefined) add(await next);
  }
  for (const evaluated of await Promise.all(open)) add(evaluated);
  return {
    calls,
    oldest,
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
  const seen = new SeenEvents();
  let done = 0;
  for (const file of files) {
    progress(done);
    const history = histories[file.agent];
    if (history !== undefined) yield* readSession(file, history, { places, since, seen, report });
    done += file.bytes;
  }
}

class List<T> implements Listed<T> {
  readonly first: T[] = [];
  count = 0;

  add(item: T): void {
    if (this.count < MAX_LISTED) this.first.push(item);
    this.count += 1;
  }
}
