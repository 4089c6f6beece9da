import type { ModelCaller } from '@hookmd/core/hook-types';

/** Calls a model. Its code is loaded with the first call. */
export const callModel: ModelCaller = async (call) => {
  const { callModel: prompt } = await import('@hookmd/models');
  return prompt(call);
};
