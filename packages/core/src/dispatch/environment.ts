import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { describeError } from '../errors/hook-error.ts';
import type { HookEvent } from '../events/event.ts';
import type { Phase } from '../events/outcome.ts';
import {
  handlerEnvironment,
  hookDepth,
  isDroppedName,
  pathOutside,
  toolInputEnvironment,
} from '../executors/environment.ts';
import { secretsOf } from '../executors/http/service-url.ts';
import { executors } from '../executors/index.ts';
import type { ModelTask } from '../executors/model/model-caller.ts';
import type { Argv } from '../launch/launch.ts';
import type { Isolation } from '../process/isolation.ts';
import { protocols } from '../protocols/index.ts';
import { type ActiveHook, placeholders } from '../registry/hook-index/hook-index.ts';
import { randomHex, readPlainFile } from '../state/files.ts';
import type { PlannedHook } from './plan.ts';
import type { BackgroundStart } from './result.ts';
import type { DispatchScope } from './scope.ts';

/** The request that starts a handler. */
export function handlerRequest(
  scope: DispatchScope,
  planned: PlannedHook,
  phase: Phase,
  visible: HookEvent,
  argv: Argv,
  environmentFile: EnvironmentFile | null,
): BackgroundStart['request'] {
  const { hook, name } = planned;
  const protocol = protocols[hook.protocol];
  const environment = environmentOf(scope, planned, phase, visible, environmentFile);
  // A service that repeats what it received must not bring it into a record.
  if (hook.service !== undefined) scope.removed.push(...secretsOf(hook.service, environment));
  return {
    argv: hook.hasPlaceholders === true ? fillPlaceholders(argv, visible, scope.request.dataDir(hook)) : argv,
    service: hook.service,
    privateNetworks: scope.request.set.settings.privateNetworks,
    modelTask: modelTask(planned, phase, visible),
    models: scope.request.models,
    callback: hook.callback,
    traceparent: scope.traceparent,
    phase,
    owner: scope.request.owner,
    warm: scope.request.warm,
    isolation: isolationOf(scope, hook, visible),
    stdin: scope.encode(visible, protocol.format, name),
    environment,
    cwd: protocol.cwd === 'package' ? hook.packageDir : (scope.request.workDir?.(visible.cwd) ?? visible.cwd),
  };
}

/** Fills in directories in arguments that no shell reads, as Claude Code does. */
function fillPlaceholders(argv: Argv, { project_dir: projectDir }: HookEvent, dataDir: string): Argv {
  const [program, ...rest] = argv.map((word) =>
    word.replaceAll(placeholders.project, () => projectDir).replaceAll(placeholders.data, () => dataDir),
  );
  return [program ?? '', ...rest];
}

function isolationOf(
  scope: DispatchScope,
  hook: PlannedHook['hook'],
  { project_dir: projectDir }: HookEvent,
): Isolation | undefined {
  if (hook.isolation === undefined) return undefined;
  const { packageDir } = hook;
  const { dataDir, host } = scope.environmentFacts(hook);
  return {
    ...hook.isolation,
    packageDir,
    builtDir: hook.mode === 'handler' ? builtDirOf(hook.argv) : null,
    projectDir,
    dataDir,
    home: host['HOME'] ?? null,
  };
}

/** HookMD's own command line for built handlers: Node, and the one file that it runs. */
function builtDirOf(argv: PlannedHook['hook']['argv']): string | null {
  const file = argv?.slice(1).find(isAbsolute);
  return file === undefined ? null : dirname(file);
}

function modelTask(
  { hook, permits }: PlannedHook,
  phase: Phase,
  { hook_event_name: event, project_dir: projectDir }: HookEvent,
): ModelTask | undefined {
  const { model, preApprove: preApproves } = hook;
  return model === undefined ? undefined : { model, event, phase, permits, preApproves, projectDir };
}

function environmentOf(
  scope: DispatchScope,
  { hook, name }: PlannedHook,
  phase: Phase,
  event: HookEvent,
  environmentFile: EnvironmentFile | null,
): BackgroundStart['request']['environment'] {
  if (hook.service?.mode === 'http') return grantedVariables(hook, scope.request.environment);
  if (!executors[hook.mode].startsProcess) return {};
  const { variables = {} } = environmentFile ?? {};
  return { ...buildEnvironment({ hook, name, event, phase, ...scope.environmentFacts(hook) }), ...variables };
}

/** The kernel starts nothing with a variable of 128 KiB; the whole id is on standard input. */
const MAX_SESSION_ID = 8192;

interface EnvironmentFacts {
  readonly hook: ActiveHook;
  /** The event by the name that the hook uses. */
  readonly name: string;
  readonly event: HookEvent;
  readonly phase: Phase;
  readonly traceId: string;
  readonly traceparent: string;
  readonly dataDir: string;
  /** The environment of the agent. */
  readonly host: Readonly<Record<string, string | undefined>>;
}

/** The whole environment of a handler. */
function buildEnvironment(facts: EnvironmentFacts): Readonly<Record<string, string>> {
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
    // Root can write into the read-only copy: Python would add files beside its modules, and it would no longer be what was approved.
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const { variables, pluginVariables = {} } = protocols[hook.protocol];
  const directories = { dir: hook.packageDir, dataDir: facts.dataDir };
  for (const [name, directory] of hook.plugin === undefined ? [] : Object.entries(pluginVariables))
    fixed[name] = directories[directory];
  for (const [name, valueFor] of Object.entries(variables)) {
    const value = valueFor({ event, hookName: hook.name, eventName: facts.name });
    if (value !== undefined) fixed[name] = value;
  }
  if (event.tool !== undefined) {
    fixed['HOOK_TOOL_NAME'] = event.tool_name ?? '';
    Object.assign(fixed, toolInputEnvironment(event.tool_input, event.tool.paths));
  }
  const host = { ...facts.host, PATH: pathOutside(facts.host['PATH'], event.project_dir) };
  const { agentVariables } = protocols[hook.protocol];
  const granted = [...agentVariables, ...hook.requiredEnv, ...hook.grantedEnv];
  return handlerEnvironment({ host, fixed, granted });
}

/** The variables that a service gets: those the user granted, as far as they are set. */
function grantedVariables(
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

/** The file in which one run sets variables for the commands of the agent. */
export interface EnvironmentFile {
  /** The variable with its path. */
  readonly variables: Readonly<Record<string, string>>;
  /** Appends what the run wrote to the agent's file; returns why it could not, or null. */
  deliver(): string | null;
}

/** Far more than any list of variables. */
const MAX_ENVIRONMENT_FILE = 1024 * 1024;

/**
 * The agent has one file for HookMD, and each run gets its own: a hook may truncate it while others write. A run in the background gets
 * the agent's file itself. Null = the agent has none on this event.
 *
 * The settings of a repository may set the variable too, so it counts only where the agent overwrites it.
 */
export function openEnvironmentFile(
  { request }: DispatchScope,
  { hook, isAsync }: PlannedHook,
  { hook_event_name: event }: HookEvent,
): EnvironmentFile | null {
  const row = protocols[hook.protocol].environmentFile;
  if (row === null || !row.on.includes(event) || !row.agents.includes(request.host.name)) return null;
  if (!executors[hook.mode].startsProcess) return null;
  const target = request.environment[row.variable];
  if (target === undefined || !isAbsolute(target)) return null;
  const shared = { variables: { [row.variable]: target }, deliver: () => null };
  if (isAsync) return shared;
  // The hooks of a plugin share a directory, and several run at the same time.
  const path = join(request.dataDir(hook), `${row.variable}-${request.traceId}-${randomHex(4)}`);
  try {
    writeFileSync(path, '', { mode: 0o600 });
  } catch {
    return shared;
  }
  return {
    variables: { [row.variable]: path },
    deliver() {
      try {
        const text = existsSync(path) ? readPlainFile(path, MAX_ENVIRONMENT_FILE).toString('utf8') : '';
        if (text !== '') appendFileSync(target, text.endsWith('\n') ? text : `${text}\n`);
        rmSync(path, { force: true });
        return null;
      } catch (error) {
        return `what it wrote to ${row.variable} was not passed on: ${describeError(error)}`;
      }
    },
  };
}
