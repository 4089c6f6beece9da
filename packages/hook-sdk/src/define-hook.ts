import type { EventName, JsonObject } from '@hookmd/core/events';
import type { Methods } from './methods.ts';
import {
  isEventName,
  isToolEvent,
  type Permit,
  type PermitOf,
  permitsOf,
  type ToolEvent,
} from './permits.ts';
import type { HookResult } from './results.ts';
import type { OutputOf, StandardSchema } from './standard-schema.ts';
import type { EventOf, NoTools, PatchOf, ToolSchemas } from './tool-schemas.ts';

// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a return statement makes no decision
type Returned = HookResult | readonly HookResult[] | undefined | void;

/** A hook as its author writes it. */
export interface HookSpec<E extends EventName, Tools, Options> {
  /** The event for which it runs; it types the payload and the methods of `h`. */
  readonly on: E;
  /**
   * The tools for which it runs, with a schema for the input of each. An input that does not fit its schema is a failed
   * run. A name may contain `*` (`mcp__jira__*`); exact names win.
   */
  readonly tools?: E extends ToolEvent ? Tools : never;
  /** The schema of the package's options; without one they are as in the settings. */
  readonly options?: Options;
  /**
   * `block`: where `run` throws or a schema does not fit, the hook blocks, whatever the manifest has. Default: the run
   * has failed, and the `onFailure` of the manifest applies.
   */
  readonly onFailure?: 'block' extends PermitOf<E> ? 'block' : never;
  /** Evaluates one event. Return the result of a method of `h`, several of them in an array, or nothing for no decision. */
  run(
    event: EventOf<E, Tools>,
    h: Methods<E, PatchOf<Tools>, OptionsOf<Options>>,
  ): Returned | Promise<Returned>;
}

type OptionsOf<Options> = [Options] extends [StandardSchema] ? OutputOf<Options> : JsonObject;

/** The same in every copy of the SDK: a package's tests may use another copy than its runtime. */
const HOOK: unique symbol = Symbol.for('hookmd.hook') as typeof HOOK;

/** The hook that `defineHook` returns, for `serve` and for tests. */
export interface Hook<E extends EventName = EventName> {
  readonly [HOOK]: true;
  readonly on: E;
  readonly tools?: ToolSchemas;
  readonly options?: StandardSchema;
  readonly onFailure?: 'block';
  run(event: unknown, h: unknown): unknown;
}

/** Defines a hook. Export it from the handler module. Throws a TypeError for an invalid definition. */
export function defineHook<
  const E extends EventName,
  Tools extends ToolSchemas = NoTools,
  Options extends StandardSchema | undefined = undefined,
>(spec: HookSpec<E, Tools, Options>): Hook<E> {
  const problem = findProblem(spec as unknown as Partial<Hook>);
  if (problem !== null) throw new TypeError(`defineHook: ${problem}`);
  return Object.freeze({ ...(spec as unknown as Hook<E>), [HOOK]: true as const });
}

export function isHook(value: unknown): value is Hook {
  return typeof value === 'object' && value !== null && HOOK in value;
}

/** The problems that TypeScript reports, for JavaScript. */
function findProblem({ on, tools, onFailure, run }: Partial<Hook>): string | null {
  if (!isEventName(on))
    return `\`on\` must be the name of an event, not ${String(on)}; \`hooks events\` lists all`;
  if (typeof run !== 'function') return '`run` must be a function';
  if (tools !== undefined && !isToolEvent(on))
    return `${on} is not about a tool: \`tools\` has no place there`;
  if (tools !== undefined && Object.keys(tools).length === 0)
    return '`tools` names no tool: leave it out for a hook about all of them';
  const permits: readonly Permit[] = permitsOf[on];
  if (onFailure !== undefined && (onFailure !== 'block' || !permits.includes('block')))
    return `${on} does not permit \`onFailure: ${String(onFailure)}\``;
  return null;
}
