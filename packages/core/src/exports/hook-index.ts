export {
  type ActiveHook,
  type ActivePart,
  type ActiveSet,
  type ActiveSettings,
  compareHooks,
  partPaths,
  readPart,
} from '../registry/active-set.ts';
export { effectiveAsyncTimeoutMs, effectiveOnFailure, effectiveTimeoutMs } from '../registry/compile.ts';
export { changeState } from '../registry/compile-now.ts';
export { joinParts, SetCache } from '../registry/join-parts.ts';
export { loadActiveSet } from '../registry/load-active-set.ts';
export { mustAgreeIn } from '../registry/must-agree.ts';
export { compileParts, type Parts } from '../registry/refresh.ts';
export { refreshIfStale } from '../registry/refresh-if-stale.ts';
export type { Trust } from '../registry/settle-names.ts';
