import { makeRedactor, redactDeep } from '../contracts/redact.ts';
import { issue } from '../errors/issue.ts';
import type { HookEvent } from '../events/event.ts';
import type { Phase } from '../events/outcome.ts';
import { monotonicMs } from '../process/clock.ts';
import type { Format, FormatId } from '../protocols/format.ts';
import { formats } from '../protocols/formats.ts';
import type { ActiveHook, MissingRequirement } from '../registry/active-set.ts';
import type { DispatchRequest, HookBreakers } from './request.ts';
import type { DetachedRun } from './result.ts';

/** We answer this long before the agent gives up on us. */
const BUDGET_MARGIN_MS = 500;
/** Observers still get this long, all together, when the deadline has passed; it fits into the margin. */
const OBSERVER_GRACE_MS = 250;

/** What every hook of one dispatch shares: the clock, the deadline, the bytes, the environment. */
export class DispatchScope {
  readonly request: DispatchRequest;
  readonly breakers: HookBreakers;
  readonly deadlineReason: string;
  /** Values that redactions removed so far. */
  readonly removed: string[] = [];
  /** Hooks that said of themselves that nobody need wait for them. */
  readonly rests: DetachedRun[] = [];
  readonly #startedAt = monotonicMs();
  readonly #deadlineMs: number;
  #observerGraceMs = 0;
  readonly #bytes = new EventBytes();
  readonly #claimed = new Set<ActiveHook>();
  readonly #redacted = new Map<HookEvent, HookEvent>();

  constructor(request: DispatchRequest) {
    this.request = request;
    this.breakers = request.breakers;
    const budgetMs = request.budgetMs ?? request.host.budgetMs(request.event.hook_event_name);
    this.#deadlineMs =
      budgetMs === null ? Number.POSITIVE_INFINITY : Math.max(0, budgetMs - BUDGET_MARGIN_MS);
    this.deadlineReason = `the time budget of the event (${budgetMs ?? 0} ms) ran out`;
  }

  elapsedMs(): number {
    return monotonicMs() - this.#startedAt;
  }

  remainingMs(phase: Phase): number {
    return this.#deadlineMs + (phase === 'observe' ? this.#observerGraceMs : 0) - this.elapsedMs();
  }

  /** Everything is decided: from now on observers have the rest of the time, or their grace where that is longer. */
  beginObserving(): void {
    const left = Math.max(0, this.#deadlineMs - this.elapsedMs());
    this.#observerGraceMs = Math.max(0, OBSERVER_GRACE_MS - left);
  }

  isMostOfBudget(durationMs: number): boolean {
    return durationMs > this.#deadlineMs / 2;
  }

  /** The event as this hook may see it: observers get redacted data, unless `raw` was approved. */
  seenBy(hook: ActiveHook, phase: Phase, event: HookEvent): HookEvent {
    return phase === 'observe' && hook.observe !== 'raw' ? this.#redact(event) : event;
  }

  encode(event: HookEvent, wire: FormatId, name: string): Buffer {
    return this.#bytes.encode(event, formats[wire], name);
  }

  /** By which handlers join the trace of this dispatch. */
  get traceparent(): string {
    const { traceId, spanId, isSampled = true } = this.request;
    return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
  }

  environmentFacts(hook: ActiveHook): {
    traceId: string;
    traceparent: string;
    dataDir: string;
    host: DispatchRequest['environment'];
  } {
    const { traceId, environment } = this.request;
    return { traceId, traceparent: this.traceparent, dataDir: this.request.dataDir(hook), host: environment };
  }

  /** False where a hook that is asked once was asked before this dispatch; a recheck belongs to the same firing. */
  claimOnce(hook: ActiveHook): boolean {
    if (hook.once === null || this.#claimed.has(hook)) return true;
    if (this.request.once?.claim(hook) === false) return false;
    this.#claimed.add(hook);
    return true;
  }

  /** False where an observer was told of this very event before, by a runtime that was lost since. */
  claimReported(hook: ActiveHook): boolean {
    return this.request.told?.claim(hook) ?? true;
  }

  /** It could not be started, so the next event may try. */
  releaseOnce(hook: ActiveHook): void {
    if (this.#claimed.delete(hook)) this.request.once?.release(hook);
  }

  /** Required variables that are not set where the event was fired, or set to nothing. */
  unsetVariables(hook: ActiveHook): readonly MissingRequirement[] {
    return hook.requiredEnv
      .filter((name) => !this.request.environment[name] && hook.fixedEnv[name] === undefined)
      .map((name) => issue('ELIGIBILITY_ENV', { want: name, or: '' }));
  }

  /** The key of its model, and somebody who asks it: judged where the event is fired, because a key is kept nowhere. */
  missingModel({ model }: ActiveHook): readonly MissingRequirement[] {
    if (model === undefined) return [];
    const { models } = this.request;
    if (models === undefined) return [issue('ELIGIBILITY_MODEL_HOST', {})];
    const { apiKeyEnv } = model;
    if (apiKeyEnv === undefined || models.environment[apiKeyEnv]) return [];
    return [issue('ELIGIBILITY_MODEL_KEY', { want: apiKeyEnv })];
  }

  #redact(event: HookEvent): HookEvent {
    let redacted = this.#redacted.get(event);
    if (redacted === undefined) {
      redacted = redactEvent(event, this.removed);
      this.#redacted.set(event, redacted);
    }
    return redacted;
  }
}

/**
 * The bytes handlers read, made at most once per wire, word for the event, and revision of it: every hook of a wire that
 * asked by the same word gets the same complete bytes (E15).
 */
class EventBytes {
  readonly #cache = new Map<HookEvent, Map<string, Buffer>>();

  encode(event: HookEvent, wire: Format, name: string): Buffer {
    let byFormat = this.#cache.get(event);
    if (byFormat === undefined) {
      byFormat = new Map();
      this.#cache.set(event, byFormat);
    }
    const key = `${wire.id} ${name}`;
    let bytes = byFormat.get(key);
    if (bytes === undefined) {
      bytes = Buffer.from(JSON.stringify(wire.writeEvent(event, name)));
      byFormat.set(key, bytes);
    }
    return bytes;
  }
}

/** What observers read: no value that a redaction removed, no known token format. */
function redactEvent(event: HookEvent, removed: readonly string[]): HookEvent {
  return redactDeep(event, makeRedactor(removed)) as HookEvent;
}
