/** Calls models for prompt and agent hooks: pass it to `createHooks` as `models`. */
export { callModel } from './call-model.ts';
