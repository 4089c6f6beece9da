import { integrations } from '@hookmd/agents';
import type { Issue } from '@hookmd/core/errors';
import { appendRecord } from '@hookmd/core/event-log';
import { eventRow } from '@hookmd/core/events';
import { SetCache } from '@hookmd/core/hook-index';
import {
  type DaemonParts,
  type InProcessBackground,
  keepWarm,
  type TakeOver,
  takeOverOf,
} from '@hookmd/core/runtime';
import type { Places } from '@hookmd/core/system';
import { Options } from '../command-line/context.ts';
import { dispatchNative, type Evaluated, NotHere } from '../run/dispatch-native.ts';
import { MAX_PAYLOAD_BYTES } from '../run/run-event.ts';
import { ChangedSettings } from './changed-settings.ts';
import { type EventRequest, ownPlace } from './frames.ts';

/** A launcher without a reply responds this long before the agent's own timeout. */
const LAUNCHER_MARGIN_MS = 250;

/** What the daemon keeps between events: handler processes, hook indexes, background hooks. */
export class DaemonDispatcher {
  readonly #home: string;
  readonly #stateDir: string;
  readonly #machine = ownPlace();
  readonly #owner = {};
  readonly #sets = new SetCache();
  readonly #warm = keepWarm({ keepsHandlersWarm: true }, this.#owner);
  readonly #takeOver: TakeOver | null;
  readonly #settings: ChangedSettings;
  #eventLogProblem: Issue | null = null;
  #background: InProcessBackground | null = null;

  constructor({ home, stateDir }: Pick<Places, 'home' | 'stateDir'>) {
    this.#home = home;
    this.#stateDir = stateDir;
    this.#takeOver = takeOverOf({}, this.#owner, (opened) => {
      this.#background = opened;
    });
    this.#settings = new ChangedSettings(this.#partsFor, this.#takeOver ?? 'awaited');
  }

  /** Why another process must handle the event; null = the daemon does. Checked before anything is done. */
  whyRejected({ agent: name, event: native, payload, machine: location }: EventRequest): string | null {
    if (location !== this.#machine) return 'another place';
    // A launcher stops reading there, so the payload may be cut.
    if (payload.length > MAX_PAYLOAD_BYTES) return 'too much';
    const agent = Object.hasOwn(integrations, name) ? integrations[name] : undefined;
    const event = agent?.eventOf(native);
    if (event === undefined || event === null) return 'unknown agent or event';
    // It reads all packages, longer than other events should wait.
    return eventRow(event).beginsSession === true ? 'a session begins' : null;
  }

  /** How long its launcher waits; null = without a limit. */
  timeoutMs(request: EventRequest): number | null {
    const budgetMs = budgetOf(request);
    return budgetMs === null ? null : Math.max(LAUNCHER_MARGIN_MS, budgetMs - LAUNCHER_MARGIN_MS);
  }

  /** Does what `hooks run --agent` does. Rejects with NotHere, before anything is done, if only a process of its own can. */
  dispatch(request: EventRequest, signal: AbortSignal, waitedMs: number): Promise<Evaluated> {
    const agent = integrations[request.agent];
    if (agent === undefined) throw new NotHere();
    const budgetMs = budgetOf(request);
    return dispatchNative({
      caller: {
        options: new Options({ home: this.#home, dispatch: request.dispatchId }),
        environment: request.environment,
        cwd: request.cwd,
        stateDir: this.#stateDir,
      },
      agent,
      output: request.event,
      bytes: () => request.payload,
      signal,
      daemon: {
        budgetMs: budgetMs === null ? null : Math.max(1, budgetMs - waitedMs),
        background: this.#takeOver ?? 'awaited',
        partsFor: (places) => {
          const parts = this.#partsFor(places);
          this.#settings.attend(places, parts.loaded.set, request);
          return parts;
        },
      },
    });
  }

  readonly #partsFor = (places: Places): DaemonParts => {
    const loaded = this.#sets.load(places);
    if (loaded === null) throw new NotHere();
    return { owner: this.#owner, warm: this.#warm.warm, loaded, record: this.#record };
  };

  /** Writing the event log takes half as long as a dispatch, so it follows the reply. The next event reports a failure. */
  readonly #record: typeof appendRecord = (...facts) => {
    setImmediate(() => {
      this.#eventLogProblem = appendRecord(...facts);
    });
    return this.#eventLogProblem;
  };

  /** Whether background hooks run. */
  isBusy(): boolean {
    return this.#background?.isRunning() ?? false;
  }

  /** Gives background hooks two seconds, then ends all handler processes. */
  async close(): Promise<void> {
    this.#settings.close();
    await Promise.all([this.#background?.close(), this.#warm.close()]);
  }
}

function budgetOf({ agent: name, event: native }: EventRequest): number | null {
  const agent = integrations[name];
  const event = agent?.eventOf(native) ?? null;
  return agent === undefined || event === null ? null : agent.budgetMs(event);
}
