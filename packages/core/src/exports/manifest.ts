export { type Places, personalFile, realPath, resolvePlaces } from '../discovery/places.ts';
export { entriesRoot, rootCandidates } from '../discovery/roots.ts';
export { type Definition, MANIFEST_FILE } from '../discovery/scan.ts';
export { readConditions } from '../manifest/conditions.ts';
export { describeFound, describeWords, quote, showText } from '../manifest/describe-value.ts';
export { parseDurationMs } from '../manifest/duration.ts';
export { failsClosed } from '../manifest/fails-closed.ts';
export { createIssueList, type IssueList } from '../manifest/issue-list.ts';
export {
  MAX_TIMEOUT_MS,
  type Manifest,
  type ManifestEvent,
  type ModifySpec,
  type Need,
} from '../manifest/manifest.ts';
export { readModify } from '../manifest/modify.ts';
export { isContextName, isPackageName, isVariableName } from '../manifest/name.ts';
export { needPermit } from '../manifest/need-permit.ts';
export { parseManifest } from '../manifest/parse.ts';
export {
  createLineTable,
  formatKeyPath,
  type KeyPath,
  type Locate,
  type TextPlace,
} from '../manifest/text-place.ts';
export { isVersion, isVersionRange } from '../manifest/version-range.ts';
export { permitsOn } from '../manifest/vocabulary.ts';
