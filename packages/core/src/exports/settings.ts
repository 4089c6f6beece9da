export { type ConfigScope, NO_CONFIG } from '../config/config.ts';
export { followLinks, forgetLastGood, lastGoodPath } from '../config/config-file.ts';
export { readSettingValue } from '../config/edit.ts';
export { explainConfig, type Setting } from '../config/explain.ts';
export { configRows, notForProjects, wholes } from '../config/keys.ts';
export { parseConfig } from '../config/parse.ts';
export {
  type FoundKey,
  findKey,
  formatSettingKey,
  parseSettingKey,
  settingWord,
  valueAt,
} from '../config/setting-key.ts';
export { policyRows } from '../policy/keys.ts';
export { parsePolicy } from '../policy/parse.ts';
export type { FleetPolicy, Policy } from '../policy/policy.ts';
export { isSourceAllowed, mayLiftBlock, NO_STAMP, policyStamp } from '../policy/policy.ts';
export { type PolicyReading, readPolicy } from '../policy/read-policy.ts';
export { findPullProblem, findStaleRelease } from '../policy/release.ts';
export {
  findInTexts,
  findUndeclared,
  looksSecret,
  readFindings,
  type TextFindings,
} from '../registry/handler-text.ts';
