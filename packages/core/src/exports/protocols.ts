export { claude, writeClaudeOutput } from '../protocols/claude/claude.ts';
export { writeCodexOutput } from '../protocols/codex/codex.ts';
export { codexTools } from '../protocols/codex/tools.ts';
export { camelCase, copilot, copilotCall, copilotFields } from '../protocols/copilot/copilot.ts';
export {
  canonicalCopilotCall,
  copilotArguments,
  copilotTools,
  likeSent,
} from '../protocols/copilot/tools.ts';
export {
  cursorEvents,
  cursorFields,
  cursorMcpName,
  cursorTools,
  readCursorPayload,
} from '../protocols/cursor/tools.ts';
export { findForeignName, foreignNames, foreignWord } from '../protocols/foreign-names.ts';
export type { Format, PartialEvent } from '../protocols/format.ts';
export { gemini } from '../protocols/gemini/gemini.ts';
export { geminiTools } from '../protocols/gemini/tools.ts';
export { protocols } from '../protocols/index.ts';
export { kodelet } from '../protocols/kodelet/kodelet.ts';
export { kodeletTools } from '../protocols/kodelet/tools.ts';
export { opencodeTools } from '../protocols/opencode/tools.ts';
export { outputJsonSchema } from '../protocols/output-schema.ts';
export type { ProtocolId } from '../protocols/protocol.ts';
export { writeQwenOutput } from '../protocols/qwen/qwen.ts';
export { qwenTools } from '../protocols/qwen/tools.ts';
export {
  changedInput,
  type RenamedFormatRow,
  renameFormat,
} from '../protocols/renamed-format.ts';
export { outputText } from '../protocols/replace-texts.ts';
export { findScriptError } from '../protocols/script-error.ts';
export { type ToolCallWords, type ToolRow, ToolWords } from '../protocols/tool-words.ts';
