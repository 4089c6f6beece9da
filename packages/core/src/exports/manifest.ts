export { entriesRoot, rootCandidates } from '../discovery/roots.ts';
export { type Definition, isPlugin, MANIFEST_FILE } from '../discovery/scan.ts';
export { type Need, needPermit } from '../events/modify-spec.ts';
export { permitsOn, readConditions } from '../manifest/events.ts';
export { isPackageName, isVariableName } from '../manifest/keys.ts';
export { MAX_TIMEOUT_MS, type Manifest, type ManifestEvent, type ModifySpec } from '../manifest/manifest.ts';
export { readModify } from '../manifest/modify.ts';
export { parseManifest } from '../manifest/parse.ts';
export { failsClosed } from '../manifest/read-manifest.ts';
export { isVersion, isVersionRange } from '../manifest/requires.ts';
export { parseDurationMs } from '../manifest/timeout.ts';
export { definePlugin } from '../registry/plugins/plugin-hooks.ts';
export { listModules } from '../registry/plugins/read-module.ts';
export { readPluginName } from '../registry/plugins/read-plugin.ts';
export {
  createIssueList,
  createLineTable,
  describeFound,
  describeWords,
  formatKeyPath,
  type IssueList,
  type KeyPath,
  type Locate,
  quote,
  showText,
  type TextPlace,
} from '../yaml/issue-list.ts';
