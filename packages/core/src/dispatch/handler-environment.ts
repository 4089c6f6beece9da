import type { HookEvent } from '../events/event.ts';
import type { Phase } from '../events/outcome.ts';
import {
  handlerEnvironment,
  isDroppedName,
  pathOutside,
  toolInputEnvironment,
} from '../executors/environment.ts';
import { hookDepth } from '../executors/hook-depth.ts';
import { conventions } from '../protocols/index.ts';
import type { ActiveHook } from '../registry/active-set.ts';

/** The kernel starts nothing with a variable of 128 KiB; the whole id is on standard input. */
const MAX_SESSION_ID = 8192;

export interface EnvironmentFacts {
  readonly hook: ActiveHook;
  /** The event in the words of the hook. */
  readonly name: string;
  readonly event: HookEvent;
  readonly phase: Phase;
  readonly traceId: string;
  readonly traceparent: string;
  readonly dataDir: string;
  /** The environment of whoever fired the event. */
  readonly host: Readonly<Record<string, string | undefined>>;
}

/** Everything a handler finds in its environment. Source: contracts.md §9. */
export function buildEnvironment(facts: EnvironmentFacts): Readonly<Record<string, string>> {
  const { hook, event } = facts;
  const fixed: Record<string, string> = {
    ...hook.fixedEnv,
    TRACEPARENT: facts.traceparent,
    HOOK_EVENT: event.hook_event_name,
    HOOK_NAME: hook.name,
    HOOK_DIR: hook.packageDir,
    HOOK_SOURCE: hook.source,
    HOOK_PROJECT_DIR: event.project_dir,
    HOOK_SESSION_ID: event.session_id.slice(0, MAX_SESSION_ID),
    HOOK_TRACE_ID: facts.traceId,
    HOOK_PHASE: facts.phase,
    HOOK_DEPTH: String(hookDepth(facts.host) + 1),
    HOOK_DATA_DIR: facts.dataDir,
    HOOK_OPTIONS: JSON.stringify(hook.options),
    ...conventions[hook.convention].environment({
      projectDir: event.project_dir,
      hookName: hook.name,
      eventName: facts.name,
    }),
  };
  if (event.tool !== undefined) {
    fixed['HOOK_TOOL_NAME'] = event.tool_name ?? '';
    Object.assign(fixed, toolInputEnvironment(event.tool_input, event.tool.paths));
  }
  const host = { ...facts.host, PATH: pathOutside(facts.host['PATH'], event.project_dir) };
  return handlerEnvironment({ host, fixed, granted: [...hook.requiredEnv, ...hook.grantedEnv] });
}

/** What a service may be told of the environment: the names a person granted, as far as they have a value, and nothing else. */
export function grantedVariables(
  { fixedEnv, requiredEnv, grantedEnv }: ActiveHook,
  host: EnvironmentFacts['host'],
): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const name of [...requiredEnv, ...grantedEnv]) {
    const value = host[name];
    if (value !== undefined && Object.hasOwn(host, name) && !isDroppedName(name)) values[name] = value;
  }
  return { ...values, ...fixedEnv };
}
