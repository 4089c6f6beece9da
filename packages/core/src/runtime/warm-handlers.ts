import type { ExecutorRequest } from '../executors/executor.ts';
import type { WarmHandlers } from '../executors/warm/warm-handlers.ts';
import type { RuntimeOptions } from './runtime.ts';

/** The warm processes of one runtime, until they are needed only the wish for them. */
export interface KeptWarm {
  /** Undefined = each event gets a fresh process. */
  readonly warm: ExecutorRequest['warm'];
  close(): Promise<void>;
}

/** What keeps handlers warm is loaded with the first of them. */
export function keepWarm(
  { keepsHandlersWarm = false }: Pick<RuntimeOptions, 'keepsHandlersWarm'>,
  owner: object,
): KeptWarm {
  if (!keepsHandlersWarm) return { warm: undefined, close: async () => {} };
  let loading: Promise<WarmHandlers> | null = null;
  const load = async (): Promise<WarmHandlers> => {
    const { WarmHandlers: Warm } = await import('../executors/warm/warm-handlers.ts');
    return new Warm();
  };
  return {
    warm: {
      run: async (request) => {
        loading ??= load();
        return (await loading).run({ ...request, owner });
      },
    },
    close: async () => (await loading)?.close(),
  };
}
