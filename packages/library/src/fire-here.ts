import type { AsyncLocalStorage } from 'node:async_hooks';
import { followAny } from '@hookmd/core/internal/dispatch/follow-signal';
import { HookError } from '@hookmd/core/internal/errors/hook-error';
import type { EventName } from '@hookmd/core/internal/protocol/events';
import type { JsonObject } from '@hookmd/core/internal/protocol/json';
import type { Fired, Runtime } from '@hookmd/core/internal/runtime/runtime';
import type { Tracing } from '@hookmd/core/internal/runtime/tracing';
import { asPayload } from './as-json.ts';
import type { FireLimits } from './asker.ts';
import type { Callbacks } from './callbacks.ts';
import { problemOf } from './check-result.ts';
import { isTraced } from './is-traced.ts';

/** What every event of one Hooks object has in common. */
interface Here {
  readonly callbacks: Callbacks;
  readonly quiet: AsyncLocalStorage<string>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly depth: () => number;
  /** Aborted by `close`. */
  readonly closing: AbortSignal;
  /** Aborted by that, and by who opened it. */
  readonly ending: AbortSignal;
}

type FireIn = (own: Runtime, event: EventName, payload: JsonObject, limits?: FireLimits) => Promise<Fired>;

/** Fires events in this process, with everything that belongs to it: its callbacks, where it is quiet, its trace. */
export function firingIn({ callbacks, quiet, environment, depth, closing, ending }: Here): FireIn {
  let telemetry: Promise<Tracing | null> | null = null;
  const findTelemetry = (): Promise<Tracing | null> => {
    telemetry ??= loadTelemetry();
    return telemetry;
  };
  return async (own, event, payload, { signals = [], check, recipes } = {}) => {
    if (closing.aborted) throw new HookError('HOOKS_CLOSED', { event });
    const inside = depth();
    const tracing = isTraced() ? await findTelemetry() : null;
    const stop = signals.length === 0 ? null : followAny([ending, ...signals]);
    try {
      return await own.fire(event, asPayload(payload), {
        extraHooks: callbacks.hooks,
        breakersOf: callbacks.breakerOf,
        context: quiet.getStore(),
        tracing,
        host: {
          ...(recipes === undefined ? {} : { recipes }),
          ...(check === undefined ? {} : { cannotCarry: (_, changed) => misfit(check, changed.tool_input) }),
        },
        ...(inside === 0 ? {} : { environment: { ...environment, HOOK_DEPTH: String(inside) } }),
        ...(stop === null ? {} : { signal: stop.signal }),
      });
    } finally {
      stop?.release();
    }
  };
}

/** With the first event of a program that traces. */
async function loadTelemetry(): Promise<Tracing | null> {
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry();
}

function misfit(check: (input: JsonObject) => string | null, input: JsonObject | undefined): string | null {
  const problem = input === undefined ? null : problemOf(check, input);
  return problem === null ? null : `changed the input to what the tool does not take: ${problem}`;
}
