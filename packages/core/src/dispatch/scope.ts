import { makeRedactor, redactDeep } from '../contracts/redact.ts';
import { issue } from '../errors/issue.ts';
import type { HookEvent } from '../events/event.ts';
import type { HookRun, Phase } from '../events/outcome.ts';
import { findProgram } from '../launch/find-program.ts';
import { monotonicMs } from '../process/clock.ts';
import type { Format, FormatId } from '../protocols/format.ts';
import { formats } from '../protocols/formats.ts';
import type { ActiveHook, MissingRequirement } from '../registry/hook-index/hook-index.ts';
import { ALREADY_REPORTED, onceSpent, type PlannedHook } from './plan.ts';
import type { DispatchRequest, HookBreakers } from './request.ts';
import { type DetachedRun, skippedRun } from './result.ts';

/** HookMD decides this long before the agent stops waiting. */
const BUDGET_MARGIN_MS = 500;
/** After the deadline all observers together still get this long; it fits into the margin. */
const OBSERVER_GRACE_MS = 250;

/** What every hook of one dispatch shares: the clock, the deadline, the serialized event, the environment. */
export class DispatchScope {
  readonly request: DispatchRequest;
  readonly breakers: HookBreakers;
  readonly deadlineReason: string;
  /** Values that redactions have removed so far. */
  readonly removed: string[] = [];
  /** Hooks whose output declared them asynchronous: they still run. */
  readonly detached: DetachedRun[] = [];
  readonly #startedAt = monotonicMs();
  readonly #deadlineMs: number;
  #observerGraceMs = 0;
  readonly #bytes = new EventBytes();
  /** By hook, the view that it was claimed for. */
  readonly #claimed = new Map<ActiveHook, number>();
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

  /** The decision is made: observers get the remaining time, or their grace period if that is longer. */
  beginObserving(): void {
    const left = Math.max(0, this.#deadlineMs - this.elapsedMs());
    this.#observerGraceMs = Math.max(0, OBSERVER_GRACE_MS - left);
  }

  isMostOfBudget(durationMs: number): boolean {
    return durationMs > this.#deadlineMs / 2;
  }

  /** The event as this hook may see it: observers get redacted data, unless `raw` was approved. */
  visibleTo(hook: ActiveHook, phase: Phase, event: HookEvent): HookEvent {
    return phase === 'observe' && hook.observe !== 'raw' ? this.#redact(event) : event;
  }

  encode(event: HookEvent, format: FormatId, name: string): Buffer {
    return this.#bytes.encode(event, formats[format], name);
  }

  /** Lets handlers join the trace of this dispatch. */
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

  /** Claims the run of a hook with `once`, and of an observer on an event that the agent repeats; returns why it must not run, or null. */
  claim({ hook, view }: PlannedHook, phase: Phase): HookRun | null {
    if (phase === 'observe' && this.request.reported?.claim(hook, view) === false)
      return skippedRun(hook, 'ONCE_SPENT', ALREADY_REPORTED, phase);
    // A re-check belongs to the same call.
    if (hook.once === null || this.#claimed.get(hook) === view) return null;
    if (this.#claimed.has(hook) || this.request.once?.claim(hook) === false) {
      const { cause, reason } = onceSpent(hook);
      return skippedRun(hook, cause, reason, phase);
    }
    this.#claimed.set(hook, view);
    return null;
  }

  /** The hook did not start, or without effect, so the next event may try. */
  releaseOnce(hook: ActiveHook): void {
    if (this.#claimed.delete(hook)) this.request.once?.release(hook);
  }

  /** What was missing when the index was compiled, without the programs installed since; only for these the disk is read here. */
  missingRequirements({ missing }: ActiveHook): readonly MissingRequirement[] {
    const path = this.request.environment['PATH'] ?? '';
    return missing.filter(
      ({ programs }) => programs?.some((name) => findProgram(name, path) !== null) !== true,
    );
  }

  /** Required variables that are unset or empty in the environment of the agent. */
  unsetVariables(hook: ActiveHook): readonly MissingRequirement[] {
    return hook.requiredEnv
      .filter((name) => !this.request.environment[name] && hook.fixedEnv[name] === undefined)
      .map((name) => issue('ELIGIBILITY_ENV', { want: name, or: '' }));
  }

  /** The API key of the hook's model, checked in the environment of the agent because no key is stored. */
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

/** The serialized event, once per format, event name and revision: every hook of a format gets the same bytes (E15). */
class EventBytes {
  readonly #cache = new Map<HookEvent, Map<string, Buffer>>();

  encode(event: HookEvent, format: Format, name: string): Buffer {
    let byFormat = this.#cache.get(event);
    if (byFormat === undefined) {
      byFormat = new Map();
      this.#cache.set(event, byFormat);
    }
    const key = `${format.id} ${name}`;
    let bytes = byFormat.get(key);
    if (bytes === undefined) {
      bytes = Buffer.from(JSON.stringify(format.writeEvent(event, name)));
      byFormat.set(key, bytes);
    }
    return bytes;
  }
}

/** Removes values that a redaction removed, and known token formats. */
function redactEvent(event: HookEvent, removed: readonly string[]): HookEvent {
  return redactDeep(event, makeRedactor(removed)) as HookEvent;
}
