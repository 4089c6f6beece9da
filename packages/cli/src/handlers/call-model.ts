import type { ModelCaller } from '@hookmd/core/hook-types';

/** Asks a model. What that takes is loaded with the first one that is asked. */
export const callModel: ModelCaller = async (call) => {
  const { callModel: prompt } = await import('@hookmd/models');
  return prompt(call);
};
