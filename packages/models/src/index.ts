/** What asks models for prompt and agent hooks: give it to `createHooks` as `models`. */
export { callModel } from './call-model.ts';
