import { type BlockedCall, callText, describeBlocked, intentOf, isWorkaround } from '@hookmd/core/event-log';
import { type HookEvent, type HookRun, isFailed } from '@hookmd/core/events';
import { sha256 } from '@hookmd/core/system';
import { cleanLine, makeRedactor } from '@hookmd/core/text';
import type { ScannedEvent } from './histories.ts';

/** What a hook would have done to a call. */
export const effects = ['blocked', 'prompted', 'changed', 'failed'] as const;
export type Effect = (typeof effects)[number];

/** A call that a hook would have affected, without secrets. */
export interface Finding {
  /** The same in every scan of the same call with the same hook. */
  readonly id: string;
  readonly effect: Effect;
  /** What the hook gives as its reason; '' = none. */
  readonly reason: string;
  readonly call: string;
  readonly agent: string;
  readonly project: string;
  /** Milliseconds since 1970; null = unknown. */
  readonly at: number | null;
}

/** Calls that a hook would have affected for the same reason. */
export interface Pattern {
  readonly effect: Effect;
  /** The reason without the values in it. */
  readonly title: string;
  readonly count: number;
  /** The latest. */
  readonly example: Finding;
}

/** More kinds of reasons are only counted. */
const MAX_PATTERNS = 1000;

/** A later call has another intent. */
const WORKAROUND_CALLS = 20;

const redact = makeRedactor([]);

/** What one hook would have done, in numbers and examples. */
export class HookTally {
  readonly name: string;
  /** Events on which the hook ran. */
  ran = 0;
  readonly counts: Record<Effect, number> = { blocked: 0, prompted: 0, changed: 0, failed: 0 };
  /** Calls that it lets proceed although they do by other means what it blocked before in the session. */
  workarounds = 0;
  readonly #patterns = new Map<string, Pattern>();
  #blocked: { session: string; calls: { readonly blocked: BlockedCall; readonly callsLeft: number }[] } = {
    session: '',
    calls: [],
  };

  constructor(name: string) {
    this.name = name;
  }

  /** Adds the runs on one event, in the order of the history; returns the finding, or null where the event proceeds as it was. */
  add(scanned: ScannedEvent, runs: readonly HookRun[]): Finding | null {
    if (runs.length === 0) return null;
    this.ran += 1;
    const finding = findingOf(this.name, scanned, runs);
    this.#compare(scanned, finding);
    if (finding === null) return null;
    const { effect } = finding;
    this.counts[effect] += 1;
    const title = titleOf(finding.reason);
    const key = `${effect} ${title}`;
    const known = this.#patterns.get(key);
    if (known !== undefined || this.#patterns.size < MAX_PATTERNS) {
      const isLater = known === undefined || (finding.at ?? 0) >= (known.example.at ?? 0);
      const example = isLater ? finding : known.example;
      this.#patterns.set(key, { effect, title, count: (known?.count ?? 0) + 1, example });
    }
    return finding;
  }

  /** Whether it tries by other means what was blocked shortly before, and would proceed. */
  #compare({ event, at }: ScannedEvent, finding: Finding | null): void {
    if (this.#blocked.session !== event.session_id) this.#blocked = { session: event.session_id, calls: [] };
    const { calls } = this.#blocked;
    if (finding?.effect === 'blocked') {
      const facts = { spanId: finding.id, at: at ?? 0, hooks: [], reason: finding.reason };
      const blocked = describeBlocked(event, facts);
      if (blocked !== null) calls.push({ blocked, callsLeft: WORKAROUND_CALLS });
    }
    if (calls.length === 0) return;
    const intent = finding === null ? intentOf(event) : null;
    if (intent !== null && calls.some(({ blocked }) => isWorkaround(intent, blocked))) this.workarounds += 1;
    this.#blocked.calls = calls.flatMap(({ blocked, callsLeft }) =>
      callsLeft === 0 ? [] : [{ blocked, callsLeft: callsLeft - 1 }],
    );
  }

  /** The most frequent first. */
  patterns(): readonly Pattern[] {
    return [...this.#patterns.values()].sort((a, b) => b.count - a.count || (a.title < b.title ? -1 : 1));
  }

  /** Calls that would not have run as they were. */
  get stopped(): number {
    return this.counts.blocked + this.counts.prompted;
  }
}

/** What the runs of a hook on one event come to; null = the event proceeds as it was. */
export function findingOf(
  hook: string,
  { event, at, integration }: ScannedEvent,
  runs: readonly HookRun[],
): Finding | null {
  const found = runs.map((run) => ({ run, effect: effectOf(run) }));
  const effect = effects.find((each) => found.some((item) => item.effect === each));
  if (effect === undefined) return null;
  const { reason } = found.find((item) => item.effect === effect)?.run ?? {};
  return {
    id: findingId(hook, event),
    effect,
    reason: redact(cleanLine(reason ?? '')),
    call: callText(event, redact),
    agent: integration.name,
    project: event.project_dir,
    at,
  };
}

function effectOf(run: HookRun): Effect | null {
  if (isFailed(run)) return 'failed';
  if (run.outcome === 'blocking') return 'blocked';
  if (run.decides === 'ask') return 'prompted';
  return run.changed.length > 0 ? 'changed' : null;
}

/** Enough digits to distinguish the findings of a scan. */
const ID_DIGITS = 10;

export function findingId(
  hook: string,
  { hook_event_name, session_id, cwd, tool_name, tool_input }: HookEvent,
): string {
  const subject = JSON.stringify([hook, hook_event_name, session_id, cwd, tool_name, tool_input]);
  return sha256(subject).slice(0, ID_DIGITS);
}

const MAX_TITLE = 72;

/** `forced push: \`git push -f\` replaces…` → `forced push`; values in the first part become `…`. */
function titleOf(reason: string): string {
  const whole = reason.replace(/`[^`]*`|"[^"]*"/g, '…').replace(/\d+/g, 'N');
  const [head = ''] = whole.split(/:\s|[.;]\s|\s\(/);
  const title = head.replace(/\s+/g, ' ').trim();
  return title.length <= MAX_TITLE ? title : `${title.slice(0, MAX_TITLE - 1)}…`;
}
