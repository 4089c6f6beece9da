import { dirname, isAbsolute } from 'node:path';
import type { HookEvent } from '../events/event.ts';
import type { Phase } from '../events/outcome.ts';
import { secretsOf } from '../executors/http/service-url.ts';
import { executors } from '../executors/index.ts';
import type { ModelTask } from '../executors/model/model-task.ts';
import type { Argv } from '../launch/launch.ts';
import type { Isolation } from '../process/isolation.ts';
import { conventions } from '../protocols/index.ts';
import { PROJECT_PLACEHOLDER } from '../registry/active-set.ts';
import type { DispatchScope } from './dispatch-scope.ts';
import { buildEnvironment, grantedVariables } from './handler-environment.ts';
import type { LateStart } from './late-work.ts';
import type { PlannedHook } from './plan.ts';

/** What a handler is started with. */
export function handlerRequest(
  scope: DispatchScope,
  planned: PlannedHook,
  phase: Phase,
  seen: HookEvent,
  argv: Argv,
): LateStart['request'] {
  const { hook, name } = planned;
  const convention = conventions[hook.convention];
  const environment = environmentOf(scope, planned, phase, seen);
  // A service that repeats what it was sent must not bring it into a record.
  scope.removed.push(...secretsOf(hook.service, environment));
  return {
    argv: hook.fillsProjectDir === true ? fillProjectDir(argv, seen) : argv,
    service: hook.service,
    modelTask: modelTask(planned, phase, seen),
    models: scope.request.models,
    callback: hook.callback,
    traceparent: scope.traceparent,
    phase,
    owner: scope.request.owner,
    warm: scope.request.warm,
    isolation: isolationOf(scope, hook, seen),
    stdin: scope.encode(seen, convention.wire, name),
    environment,
    cwd: convention.cwd === 'package' ? hook.packageDir : seen.cwd,
  };
}

/** Arguments that no shell reads name the project as Claude Code lets them. */
function fillProjectDir(argv: Argv, { project_dir: projectDir }: HookEvent): Argv {
  const [program, ...rest] = argv.map((word) => word.replaceAll(PROJECT_PLACEHOLDER, () => projectDir));
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

/** A command line of ours: Node, and the one file that it runs. */
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
): LateStart['request']['environment'] {
  if (hook.service?.mode === 'http') return grantedVariables(hook, scope.request.environment);
  if (!executors[hook.mode].startsProcess) return {};
  return buildEnvironment({ hook, name, event, phase, ...scope.environmentFacts(hook) });
}
