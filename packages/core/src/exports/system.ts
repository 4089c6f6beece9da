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
export { killAllGroups, runProcess } from '../process/process.ts';
export { type Spoken, startHelper, startSpoken } from '../process/spawn.ts';
export { removeFile, syncFolder, writeFileAtomic } from '../state/atomic-file.ts';
export { holderName, isGone, lockState, withLock } from '../state/lock.ts';
export { makeFolder } from '../state/make-folder.ts';
export { openToRead } from '../state/open-to-read.ts';
export { randomHex } from '../state/random-name.ts';
export { readPlainFile } from '../state/read-plain-file.ts';
export { readRecord } from '../state/record-file.ts';
export { sha256 } from '../state/sha256.ts';
export { HOOKMD_VERSION } from '../version.ts';
