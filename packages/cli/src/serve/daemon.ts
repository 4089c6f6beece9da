import { integrations } from '@hookmd/agents';
import type { Issue } from '@hookmd/core/errors';
import { appendRecord } from '@hookmd/core/event-log';
import { eventRow } from '@hookmd/core/events';
import { SetCache } from '@hookmd/core/hook-index';
import type { Places } from '@hookmd/core/manifest';
import {
  type DaemonParts,
  type InProcessBackground,
  keepWarm,
  type TakeOver,
  takeOverOf,
} from '@hookmd/core/runtime';
import { Options } from '../command-line/context.ts';
import { dispatchNative, type Evaluated, NotHere } from '../run/dispatch-native.ts';
import { MAX_PAYLOAD_BYTES } from '../run/run-event.ts';
import { ChangedSettings } from './changed-settings.ts';
import type { EventRequest } from './frames.ts';
import { ownPlace } from './place.ts';

/** A launcher that hears nothing for so long before the agent gives up on it answers itself. */
const LAUNCHER_MARGIN_MS = 250;

/** What a resident runtime keeps between its events: processes of handlers, active sets, what runs in the background. */
export class DaemonDispatcher {
  readonly #home: string;
  readonly #stateDir: string;
  readonly #place = ownPlace();
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

  /** Why another process must judge it, known before anything was done; null = it can be judged here. */
  refuses({ agent: name, event: said, payload, place }: EventRequest): string | null {
    if (place !== this.#place) return 'another place';
    // A launcher stops reading there: what it passes on may be cut.
    if (payload.length > MAX_PAYLOAD_BYTES) return 'too much';
    const agent = Object.hasOwn(integrations, name) ? integrations[name] : undefined;
    const event = agent?.eventOf(said);
    if (event === undefined || event === null) return 'unknown agent or event';
    // All packages are looked at then: with parsers, and for longer than others should wait.
    return eventRow(event).beginsSession === true ? 'a session begins' : null;
  }

  /** After how many milliseconds its launcher need not wait any more; null = it waits. */
  timeoutMs(request: EventRequest): number | null {
    const budgetMs = budgetOf(request);
    return budgetMs === null ? null : Math.max(LAUNCHER_MARGIN_MS, budgetMs - LAUNCHER_MARGIN_MS);
  }

  /** As `hooks run --agent` would judge it. Rejects with NotHere where only that can, and nothing has been done. */
  judge(request: EventRequest, signal: AbortSignal, waitedMs: number): Promise<Evaluated> {
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
      said: request.event,
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

  /** A record takes as long as half of the judging: it is written behind the answer. What went wrong is said with the next. */
  readonly #record: typeof appendRecord = (...facts) => {
    setImmediate(() => {
      this.#eventLogProblem = appendRecord(...facts);
    });
    return this.#eventLogProblem;
  };

  /** Whether hooks run that nobody waits for. */
  isBusy(): boolean {
    return this.#background?.isRunning() ?? false;
  }

  /** Gives hooks of the background two seconds, and ends all processes of handlers. */
  async close(): Promise<void> {
    this.#settings.close();
    await Promise.all([this.#background?.close(), this.#warm.close()]);
  }
}

function budgetOf({ agent: name, event: said }: EventRequest): number | null {
  const agent = integrations[name];
  const event = agent?.eventOf(said) ?? null;
  return agent === undefined || event === null ? null : agent.budgetMs(event);
}
