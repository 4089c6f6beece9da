import type { HookBreakers } from '../dispatch/dispatch-request.ts';
import { breakerName, isOpen, recordFailure, recordSuccess } from '../registry/breakers.ts';
import type { Firing } from './runtime.ts';

/** Failures are remembered in the state folder, but of hooks that the firing remembers itself. */
export function breakersOf(stateDir: string, { breakersOf: others }: Firing): HookBreakers {
  const kept: HookBreakers = {
    isOpen: (hook) => isOpen(stateDir, breakerName(hook), Date.now()) === 'open',
    settle: (hook, hasFailed) => {
      if (hasFailed) recordFailure(stateDir, breakerName(hook), Date.now());
      else recordSuccess(stateDir, breakerName(hook));
    },
  };
  if (others === undefined) return kept;
  return {
    isOpen: (hook) => (others(hook) ?? kept).isOpen(hook),
    settle: (hook, hasFailed) => (others(hook) ?? kept).settle(hook, hasFailed),
  };
}
