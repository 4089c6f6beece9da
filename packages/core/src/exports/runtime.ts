export { InProcessBackground } from '../background/in-process.ts';
export { type LateOrigin, packJob, unpackJob } from '../background/late-job.ts';
export { runLate } from '../background/run-late.ts';
export { completeEvent } from '../dispatch/complete-event.ts';
export type { HookBreakers, HookWatch } from '../dispatch/dispatch-request.ts';
export { dispatch } from '../dispatch/dispatcher.ts';
export { followAny } from '../dispatch/follow-signal.ts';
export { type Host, localHost } from '../dispatch/host.ts';
export type { LateWork } from '../dispatch/late-work.ts';
export { runSideBySide } from '../dispatch/run-side-by-side.ts';
export { homeOf } from '../dispatch/tool-call.ts';
export { openRuntime } from '../open-runtime.ts';
export { dataDirOf } from '../runtime/data-folder.ts';
export type {
  Fired,
  FiredEvent,
  ResidentParts,
  Runtime,
  RuntimeOptions,
  TakeOver,
} from '../runtime/runtime.ts';
export { type SettingsChange, SettingsWatch, settingsOf } from '../runtime/settings-watch.ts';
export { takeOverOf } from '../runtime/take-over.ts';
export type { Tracing } from '../runtime/tracing.ts';
export { keepWarm } from '../runtime/warm-handlers.ts';
