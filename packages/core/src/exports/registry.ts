export { prepareApproval, unpinnedError } from '../registry/approve.ts';
export { breakerName, forgetBreakers, looksOpen } from '../registry/breakers.ts';
export {
  type BuildRequest,
  type BuildResult,
  buildSubject,
  HANDLER_STAMP,
  type HandlerBuilder,
} from '../registry/built-handler.ts';
export { changeConfig, writeSetting } from '../registry/change-config.ts';
export { definitionKinds } from '../registry/definition-kinds.ts';
export { countByProject, enablementPath, forgetEnablement, writeEnablement } from '../registry/enablement.ts';
export { evaluateStatus, type HookStatus, type Reason, type State } from '../registry/evaluate-status.ts';
export { executableEvents } from '../registry/executable-events.ts';
export { wantsIsolation } from '../registry/hook-isolation.ts';
export { isUsable, type PackageRecord } from '../registry/inventory.ts';
export { packageDirectories } from '../registry/package-directories.ts';
export { type DefinitionReader, type PackageReading, unpinnedIssues } from '../registry/package-reading.ts';
export { type PolicyHold, policyHold, reasonsAgainst } from '../registry/policy-hold.ts';
export { configPath, configScopes, isUsersOwn, readConfigs } from '../registry/read-configs.ts';
export { findNeighbors } from '../registry/script-neighbors.ts';
export { copiedFiles } from '../registry/settings-entries.ts';
export { type Survey, survey } from '../registry/survey.ts';
