export { InProcessBackground } from '../background/in-process.ts';
export { type BackgroundOrigin, packJob, unpackJob } from '../background/job.ts';
export { runBackground } from '../background/run-job.ts';
export { completeEvent } from '../dispatch/complete-event.ts';
export { dispatch, runConcurrently } from '../dispatch/dispatch.ts';
export { followAny } from '../dispatch/invoke.ts';
export { homeOf, toolCallOf } from '../dispatch/plan.ts';
export type { HookBreakers, HookWatch, Host } from '../dispatch/request.ts';
export type { BackgroundWork } from '../dispatch/result.ts';
export { dataDirOf } from '../runtime/handle-event.ts';
export { keepWarm, localHost, openRuntime, takeOverOf } from '../runtime/open-runtime.ts';
export type {
  DaemonParts,
  DispatchResult,
  EventResult,
  Runtime,
  RuntimeOptions,
  TakeOver,
  Tracing,
} from '../runtime/runtime.ts';
export { type SettingsChange, SettingsWatch, settingsOf } from '../runtime/settings-watch.ts';
