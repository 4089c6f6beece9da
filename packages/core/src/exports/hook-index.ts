export { isAdministrators } from '../dispatch/plan.ts';
export { compileParts, type Parts } from '../registry/hook-index/compile.ts';
export {
  effectiveAsyncTimeoutMs,
  effectiveOnFailure,
  effectiveTimeoutMs,
  type TimeLimits,
} from '../registry/hook-index/compile-hook.ts';
export type {
  ActiveHook,
  ActivePart,
  ActiveSettings,
  HookIndex,
} from '../registry/hook-index/hook-index.ts';
export { compareHooks, joinParts, partPaths, readPart } from '../registry/hook-index/index-file.ts';
export { loadHookIndex, SetCache } from '../registry/hook-index/load.ts';
export { mustAgreeIn } from '../registry/hook-index/must-agree.ts';
export { changeState } from '../registry/hook-index/refresh.ts';
export { refreshIfStale } from '../registry/hook-index/refresh-if-stale.ts';
export { runningDigest } from '../registry/inventory/policy-hold.ts';
export type { Trust } from '../registry/inventory/settle-names.ts';
