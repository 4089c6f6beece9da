export { type Places, personalFile, projectOf, realPath, resolvePlaces } from '../discovery/places.ts';
export { findIsolation } from '../eligibility/find-isolation.ts';
export { findProgram } from '../launch/find-program.ts';
export { monotonicMs } from '../process/clock.ts';
export { type Isolation, isolate, whyNotIsolated } from '../process/isolation.ts';
export { findOutlived, WATCHES_NAME } from '../process/outlived.ts';
export { killAllGroups, killGroupsOf, runProcess } from '../process/process.ts';
export { type Spoken, startCompanion, startHelper, startSpoken } from '../process/spawn.ts';
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
