/** What adapters of frameworks are built from: `@hookmd/library/adapter`. */
export { checkOpening } from './adapter-calls.ts';
export { asJson, inputAsJson, isBinary } from './as-json.ts';
export { checkResult } from './check-result.ts';
export { type AdapterOptions, Dialogue } from './dialogue.ts';
export { type CallRow, callError, guardCall, rejecting, throwing } from './guard-call.ts';
export { HookBlockedError } from './hook-blocked-error.ts';
export { mergeJson } from './merge-json.ts';
export { subagentOptions } from './option-shapes.ts';
export {
  aFunction,
  anObject,
  filled,
  list,
  listOf,
  mapOf,
  maybe,
  must,
  objectOf,
  openObjectOf,
  optionsOf,
  type Shape,
  signal,
  text,
} from './shape.ts';
export { startCall } from './tool-calls.ts';
export { usageFrom } from './usage.ts';
export { withCompact } from './with-compact.ts';
