export { findIsolation } from '../eligibility/find-isolation.ts';
export {
  attachedAgent,
  attachedAgentOf,
  DEFAULT_LAUNCHER,
  isLauncherName,
  isSharedCommand,
  LAUNCHER,
  sharedCommand,
} from '../events/attached-agent.ts';
export { findProgram } from '../launch/find-program.ts';
export type { Argv } from '../launch/launch.ts';
export { preflight } from '../launch/preflight.ts';
export { monotonicMs } from '../process/clock.ts';
export { type Isolation, isolate, whyNotIsolated } from '../process/isolation.ts';
export { findOutlived, WATCHES_NAME } from '../process/outlived.ts';
export { killAllGroups, killGroupsOf, runProcess } from '../process/process.ts';
export { type Spoken, startHelper, startSpoken } from '../process/spawn.ts';
export {
  makeDirectory,
  namesIn,
  openToRead,
  randomHex,
  readPlainFile,
  removeFile,
  syncDirectory,
  writeFileAtomic,
} from '../state/files.ts';
export { sha256 } from '../state/hash.ts';
export {
  holderName,
  isGone,
  lockState,
  removeAbandonedLock,
  tryLock,
  WORK_PREFIX,
  withLock,
} from '../state/lock.ts';
export { readRecord } from '../state/record-file.ts';
export { HOOKMD_VERSION } from '../version.ts';
