import { callText } from '@hookmd/core/event-log';
import { type HookEvent, type HookRun, isFailed } from '@hookmd/core/events';
import { type BlockedCall, describeBlocked, intentOf, isWorkaround } from '@hookmd/core/matching';
import { sha256 } from '@hookmd/core/system';
import { cleanLine, makeRedactor } from '@hookmd/core/text';
import { type Effect, effects, type Finding, type Pattern } from '@hookmd/ui/scan';
import type { ScannedEvent } from './histories.ts';

/** More kinds of reasons are only counted. */
const MAX_PATTERNS = 1000;
/** A later call has another intent. */
const WORKAROUND_CALLS = 20;

const redact = makeRedactor([]);

interface Block {
  readonly blocked: BlockedCall;
  readonly call: string;
  readonly callsLeft: number;
}

/** What one hook would have done, in numbers and examples. */
export class HookTally {
  readonly name: string;
  /** Events on which the hook ran. */
  ran = 0;
  readonly counts: Record<Effect, number> = { blocked: 0, prompted: 0, changed: 0, failed: 0 };
  readonly #shown: string | undefined;
  readonly #patterns = new Map<string, Pattern>();
  /** Of the present session. */
  #blocks: readonly Block[] = [];
  #session = '';

  /** With `shown`, patterns are single calls, of the reasons whose title contains it. */
  constructor(name: string, shown?: string) {
    this.name = name;
    this.#shown = shown?.toLowerCase();
  }

  /** Adds the runs on one event, in the order of the history; returns the finding, or null where the event proceeds as it was. */
  add(scanned: ScannedEvent, runs: readonly HookRun[]): Finding | null {
    if (runs.length === 0) return null;
    this.ran += 1;
    const finding = findingOf(this.name, scanned, runs);
    if (finding !== null && finding.effect !== 'proceeded') this.counts[finding.effect] += 1;
    const listed = finding ?? this.#findWorkaround(scanned);
    this.#remember(scanned, finding);
    if (listed !== null) this.#list(listed);
    return finding;
  }

  #list(finding: Finding): void {
    const { effect, call } = finding;
    const title = titleOf(finding.reason);
    if (this.#shown !== undefined && !title.toLowerCase().includes(this.#shown)) return;
    const key = `${effect} ${title} ${this.#shown === undefined ? '' : call}`;
    const known = this.#patterns.get(key);
    if (known === undefined && this.#patterns.size >= MAX_PATTERNS) return;
    const isLater = known === undefined || (finding.at ?? 0) >= (known.example.at ?? 0);
    const example = isLater ? finding : known.example;
    this.#patterns.set(key, { effect, title, count: (known?.count ?? 0) + 1, example });
  }

  /** A call that does by other means what was blocked shortly before. */
  #findWorkaround(scanned: ScannedEvent): Finding | null {
    if (this.#blocks.length === 0 || this.#session !== scanned.event.session_id) return null;
    const intent = intentOf(scanned.event);
    const block =
      intent === null ? undefined : this.#blocks.findLast(({ blocked }) => isWorkaround(intent, blocked));
    if (block === undefined) return null;
    return describe(
      this.name,
      scanned,
      'proceeded',
      `the same by other means: after \`${block.call}\` was blocked`,
    );
  }

  #remember({ event, at }: ScannedEvent, finding: Finding | null): void {
    const isSame = this.#session === event.session_id;
    this.#session = event.session_id;
    const earlier = isSame ? this.#blocks.filter(({ callsLeft }) => callsLeft > 1) : [];
    this.#blocks = earlier.map((block) => ({ ...block, callsLeft: block.callsLeft - 1 }));
    if (finding?.effect !== 'blocked') return;
    const { id: spanId, reason, call } = finding;
    const blocked = describeBlocked(event, { spanId, at: at ?? 0, hooks: [], reason });
    if (blocked !== null) this.#blocks = [...this.#blocks, { blocked, call, callsLeft: WORKAROUND_CALLS }];
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
export function findingOf(hook: string, scanned: ScannedEvent, runs: readonly HookRun[]): Finding | null {
  const found = runs.map((run) => ({ run, effect: effectOf(run) }));
  const effect = effects.find((each) => found.some((item) => item.effect === each));
  if (effect === undefined) return null;
  const { reason } = found.find((item) => item.effect === effect)?.run ?? {};
  return describe(hook, scanned, effect, reason ?? '');
}

function describe(
  hook: string,
  { event, at, integration }: ScannedEvent,
  effect: Finding['effect'],
  reason: string,
): Finding {
  return {
    id: findingId(hook, event),
    effect,
    reason: redact(cleanLine(reason)),
    call: callText(event, redact) || cleanLine(event.tool_name ?? ''),
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
