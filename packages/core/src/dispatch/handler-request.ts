import { conventions } from '../conventions/index.ts';
import { executors } from '../executors/index.ts';
import type { Argv } from '../executors/launch.ts';
import type { ModelTask } from '../executors/model/model-task.ts';
import type { HookEvent } from '../protocol/event.ts';
import type { Phase } from '../protocol/outcome.ts';
import type { DispatchScope } from './dispatch-scope.ts';
import { buildEnvironment } from './handler-environment.ts';
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
  return {
    argv,
    service: hook.service,
    modelTask: modelTask(planned, phase, seen),
    models: scope.request.models,
    callback: hook.callback,
    phase,
    owner: scope.request.owner,
    warm: scope.request.warm,
    stdin: scope.encode(seen, convention.wire, name),
    environment: executors[hook.mode].startsProcess
      ? buildEnvironment({ hook, name, event: seen, phase, ...scope.environmentFacts(hook) })
      : {},
    cwd: convention.cwd === 'package' ? hook.packageDir : seen.cwd,
  };
}

function modelTask(
  { hook, permits }: PlannedHook,
  phase: Phase,
  { hook_event_name: event, project_dir: projectDir }: HookEvent,
): ModelTask | undefined {
  const { model, preApprove: preApproves } = hook;
  return model === undefined ? undefined : { model, event, phase, permits, preApproves, projectDir };
}
