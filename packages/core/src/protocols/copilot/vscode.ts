import type { EventName } from '../../events/events.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import { claude } from '../claude/claude.ts';
import { textOf } from '../fields.ts';
import type { Format } from '../format.ts';

/** Keys that Copilot reads at the top, with the names that Claude has for them inside of `hookSpecificOutput`. */
const SPECIFIC: Readonly<Record<string, string>> = {
  permissionDecision: 'permissionDecision',
  permissionDecisionReason: 'permissionDecisionReason',
  modifiedArgs: 'updatedInput',
  modifiedResult: 'updatedToolOutput',
  additionalContext: 'additionalContext',
};

/**
 * Hooks of GitHub Copilot and VS Code with Claude's names of events: Claude's payloads, and outputs in either place.
 */
export const vscode: Format = {
  ...claude,
  id: 'vscode',
  readOutput: (document, event, name) =>
    claude.readOutput(
      isJsonObject(document) ? asClaude(document, event.hook_event_name) : document,
      event,
      name,
    ),
};

function asClaude(document: JsonObject, event: EventName): JsonObject {
  const { behavior, message, interrupt, ...rest } = document;
  const given = isJsonObject(rest['hookSpecificOutput']) ? rest['hookSpecificOutput'] : {};
  const specific: Record<string, JsonValue | undefined> = {};
  const top: Record<string, JsonValue | undefined> = {};
  for (const [key, value] of Object.entries(rest)) {
    if (Object.hasOwn(SPECIFIC, key)) specific[SPECIFIC[key] ?? key] = value;
    else top[key] = value;
  }
  if (behavior !== undefined) specific['decision'] = { behavior, message: textOf(message) };
  if (interrupt === true && behavior === 'deny') top['continue'] = false;
  if (Object.keys(specific).length === 0) return document;
  return { ...top, hookSpecificOutput: { hookEventName: event, ...given, ...specific } };
}
