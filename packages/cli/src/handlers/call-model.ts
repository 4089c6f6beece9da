import type { ModelCaller } from '@hookmd/core/internal/executors/model/model-caller';

/** Asks a model. What that takes is loaded with the first one that is asked. */
export const callModel: ModelCaller = async (call) => {
  const { callModel: ask } = await import('@hookmd/models');
  return ask(call);
};
