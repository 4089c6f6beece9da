import type { EventName, JsonObject } from '@hookmd/core/events';
import type { HookAnswer } from './answers.ts';
import type { Methods } from './methods.ts';
import {
  isEventName,
  isToolEvent,
  type Permit,
  type PermitOf,
  permitsOf,
  type ToolEvent,
} from './permits.ts';
import type { OutputOf, StandardSchema } from './standard-schema.ts';
import type { EventOf, NoTools, PatchOf, ToolSchemas } from './tool-schemas.ts';

// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a return statement has no opinion
type Returned = HookAnswer | readonly HookAnswer[] | undefined | void;

/** A hook as its author writes it. */
export interface HookSpec<E extends EventName, Tools, Options> {
  /** The event it is asked about; it types the payload and the verbs. */
  readonly on: E;
  /**
   * The tools it is about, with a schema for the input of each. About another tool it has no opinion; an input that
   * does not fit its schema is a failed run. A name may have `*` in it (`mcp__jira__*`); exact names win.
   */
  readonly tools?: E extends ToolEvent ? Tools : never;
  /** The schema of the package's options; without one they are as they stand in the settings. */
  readonly options?: Options;
  /**
   * `block`: where `run` throws or a schema does not fit, the hook blocks, whatever the manifest says. Without it the
   * run has failed, and the `onFailure` of the manifest decides what that means.
   */
  readonly onFailure?: 'block' extends PermitOf<E> ? 'block' : never;
  /** Judges one event. Return what a verb gives, several of them in an array, or nothing for "no opinion". */
  run(
    event: EventOf<E, Tools>,
    h: Methods<E, PatchOf<Tools>, OptionsOf<Options>>,
  ): Returned | Promise<Returned>;
}

type OptionsOf<Options> = [Options] extends [StandardSchema] ? OutputOf<Options> : JsonObject;

/** Shared by every copy of the SDK: a package's tests may have another one than what runs its hooks. */
const HOOK: unique symbol = Symbol.for('hookmd.hook') as typeof HOOK;

/** What `defineHook` gives: a hook that can be served and tested. */
export interface Hook<E extends EventName = EventName> {
  readonly [HOOK]: true;
  readonly on: E;
  readonly tools?: ToolSchemas;
  readonly options?: StandardSchema;
  readonly onFailure?: 'block';
  run(event: unknown, h: unknown): unknown;
}

/** Defines a hook. Export it: what a module exports is what it does, and nothing happens here. */
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

/** For those who write JavaScript: what TypeScript would have refused. */
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
