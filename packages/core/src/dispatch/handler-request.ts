import { conventions } from '../conventions/index.ts';
import { executors } from '../executors/index.ts';
import type { Argv } from '../executors/launch.ts';
import type { HookEvent } from '../protocol/event.ts';
import type { Phase } from '../protocol/outcome.ts';
import type { DispatchScope } from './dispatch-scope.ts';
import { buildEnvironment } from './handler-environment.ts';
import type { LateStart } from './late-work.ts';
import type { PlannedHook } from './plan.ts';

/** What a handler is started with. */
export function handlerRequest(
  scope: DispatchScope,
  { hook, name }: PlannedHook,
  phase: Phase,
  seen: HookEvent,
  argv: Argv,
): LateStart['request'] {
  const convention = conventions[hook.convention];
  return {
    argv,
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
