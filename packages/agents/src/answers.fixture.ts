import { isJsonObject, type JsonObject } from '@hookmd/core/events';

/** Where an agent reads the reason of a block, a changed input and context in an answer. */
export interface Answer {
  readonly block?: unknown;
  readonly input?: unknown;
  readonly context?: unknown;
}
/** An empty object in place of anything else. */
export const asObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
const readClaude = ({ hookSpecificOutput }: JsonObject): Answer => {
  const { permissionDecision, permissionDecisionReason, updatedInput, additionalContext } =
    asObject(hookSpecificOutput);
  return {
    block: permissionDecision === 'deny' ? permissionDecisionReason : undefined,
    input: updatedInput,
    context: additionalContext,
  };
};
const readPlugin = ({ block, input: changed, context }: JsonObject): Answer => ({
  block,
  input: changed,
  context,
});
/** What each agent reads in an answer to a tool call, by its name. */
export const readers: Readonly<Record<string, (output: JsonObject) => Answer>> = {
  'claude-code': readClaude,
  cursor: readClaude,
  vscode: readClaude,
  codex: readClaude,
  'qwen-code': readClaude,
  'gemini-cli': ({ decision, reason, hookSpecificOutput }) => ({
    block: decision === 'deny' ? reason : undefined,
    input: asObject(hookSpecificOutput)['tool_input'],
    context: asObject(hookSpecificOutput)['additionalContext'],
  }),
  copilot: ({ permissionDecision, permissionDecisionReason, modifiedArgs, additionalContext }) => ({
    block: permissionDecision === 'deny' ? permissionDecisionReason : undefined,
    input: modifiedArgs,
    context: additionalContext,
  }),
  cline: ({ cancel, errorMessage, overrideInput, contextModification }) => ({
    block: cancel === true ? errorMessage : undefined,
    input: overrideInput,
    context: contextModification,
  }),
  opencode: readPlugin,
  pi: readPlugin,
  openclaw: readPlugin,
};
