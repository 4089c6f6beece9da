export { configPath, configScopes, isUsersOwn, readConfigs } from '../discovery/read-configs.ts';
export { prepareApproval, unpinnedError } from '../registry/approve.ts';
export {
  type BuildRequest,
  type BuildResult,
  buildSubject,
  HANDLER_STAMP,
  type HandlerBuilder,
} from '../registry/built-handler.ts';
export { countByProject, enablementPath, forgetEnablement, writeEnablement } from '../registry/enablement.ts';
export { changeConfig, writeSetting } from '../registry/hook-index/change-config.ts';
export { definitionKinds } from '../registry/inventory/definition-kinds.ts';
export {
  evaluateStatus,
  type HookStatus,
  type Reason,
  type State,
} from '../registry/inventory/evaluate-status.ts';
export { executableEvents } from '../registry/inventory/executable-events.ts';
export { wantsIsolation } from '../registry/inventory/hook-requirements.ts';
export { isUsable, type PackageRecord } from '../registry/inventory/inventory.ts';
export { packageDirectories } from '../registry/inventory/package-directories.ts';
export {
  type DefinitionReader,
  type PackageReading,
  unpinnedIssues,
} from '../registry/inventory/package-reading.ts';
export { type PolicyHold, policyHold, reasonsAgainst } from '../registry/inventory/policy-hold.ts';
export { type Inventory, readInventory } from '../registry/inventory/survey.ts';
export { findNeighbors } from '../registry/script-neighbors.ts';
export { copiedFiles } from '../registry/settings-entries.ts';
export { breakerName, forgetRecords, readBreaker } from '../sessions/breakers.ts';
