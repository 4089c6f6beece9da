export type {
  Ability,
  Compaction,
  DrivenAgent,
  Driver,
  Ended,
  ModelWay,
  Reply,
  Script,
  ScriptedSubagent,
  ScriptedTool,
  Sent,
  ToolWay,
} from './driver.ts';
export { type Play, plays } from './play.ts';
