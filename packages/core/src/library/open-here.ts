import { resolvePlaces } from '../discovery/places.ts';
import { localHost } from '../dispatch/host.ts';
import { openRuntime } from '../open-runtime.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { claude } from '../wires/claude.ts';
import type { HooksOptions } from './hooks-options.ts';

interface Opening {
  /** Whose hooks take part too. */
  readonly skills: readonly string[];
  readonly beginsSession: boolean;
}

/** Opens a runtime of this process, which `ending` ends. */
export function openHere(
  options: HooksOptions,
  ending: AbortSignal,
  { skills, beginsSession }: Opening,
): Promise<Runtime> {
  const { environment = process.env, cwd = process.cwd() } = options;
  return openRuntime({
    places: resolvePlaces({ ...options, skills, cwd, environment }),
    host: {
      ...localHost(claude),
      name: options.agent ?? 'local',
      // What a sub-agent is told is no message of the user.
      isFromUser: (event) => event.invoked_by === 'main',
    },
    environment,
    cwd,
    project: options.project,
    trust: options.trust ?? 'approved',
    noHooks: options.noHooks ?? false,
    budgetMs: options.budgetMs ?? null,
    beginsSession,
    keepsHandlersWarm: true,
    ...(options.build === undefined ? {} : { build: options.build }),
    models: options.models,
    signal: ending,
  });
}
