import type { ModelCaller } from '@hookmd/core/hook-types';
import { requestModel } from './ask-model.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { describeProblem } from './describe-problem.ts';
import { openModel } from './providers.ts';

/** Calls a model: one request, no retry, no redirect, a bounded reply. Rejects with a sentence without the API key. */
export const callModel: ModelCaller = async (call) => {
  const { model, apiKey } = call;
  try {
    return await requestModel(openModel({ model, apiKey, fetch: boundedFetch(apiKey) }), call);
  } catch (error) {
    throw new Error(describeProblem(error, apiKey));
  }
};
