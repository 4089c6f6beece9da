export { listPrograms } from '../command/list-programs.ts';
export { conditionOf, matcherOf } from '../manifest/events.ts';
export {
  type CompiledCondition,
  evaluateCondition,
  matchedCommands,
  parseCondition,
} from '../matching/condition.ts';
export { coversCall } from '../matching/covers-call.ts';
export type { EditEntry } from '../matching/files/edits.ts';
export { findForeignForm } from '../matching/foreign-form.ts';
export { checkPattern, loadPattern, parseMatcher } from '../matching/matcher.ts';
export { pathReadings } from '../matching/path-forms.ts';
export type { ToolCall } from '../matching/subjects.ts';
export { findTool, kindOfName, toolVocabulary, viewTool } from '../matching/tool-view.ts';
export { type BlockedCall, describeBlocked, isWorkaround } from '../sessions/blocked-calls.ts';
export { intentOf } from '../sessions/intent.ts';
