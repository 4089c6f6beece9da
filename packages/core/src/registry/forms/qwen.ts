import { eventRow, isEventName } from '../../events/events.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import { findForeignName, foreignNames } from '../../protocols/foreign-names.ts';
import { findDisabled, SWITCHES } from './disabled.ts';
import type { FormEntry, HookForm } from './form.ts';
import { readGroups, type TranslateHook } from './groups.ts';
import { somewhere } from './matchers.ts';
import { milliseconds, withVariables } from './values.ts';

const files = [
  /(?:^|\/)\.qwen\/settings\.json$/,
  /(?:^|\/)qwen-code\/settings\.json$/,
  /(?:^|\/)qwen-extension\.json$/,
];
const ownEvents = foreignNames.filter(({ vocabulary }) => vocabulary === 'qwen').map(({ name }) => name);
/** In a command of an extension of Qwen Code; one of Gemini CLI has events of its own. */
const OWN_VARIABLE = /\$\{extensionPath\}|\bQWEN_PROJECT_DIR\b/;
/** Above this a timeout of a command is in milliseconds, else in seconds. */
const FIRST_MILLISECONDS = 1000;

/** Settings and extensions of Qwen Code. */
export const qwenForm: HookForm = {
  id: 'qwen',
  agent: 'Qwen Code',
  protocol: 'qwen',
  files,
  root: ['extensionPath', 'CLAUDE_PLUGIN_ROOT'],
  example: 'PreToolUse: [{ matcher: write_file, hooks: [{ type: command, command: lint }] }]',
  recognizes(hooks) {
    return (
      Object.keys(hooks).some((name) => ownEvents.includes(name)) || OWN_VARIABLE.test(JSON.stringify(hooks))
    );
  },
  read(value) {
    const isDisabled = findDisabled(value);
    const translate: TranslateHook = (written) => (isDisabled(written.hook) ? null : translateHook(written));
    return readGroups(value, { key: 'hooks', otherKeys: SWITCHES, translate });
  },
};

const translateHook: TranslateHook = ({ event, matcher, hook }) => {
  const events = isEventName(event) ? [event] : findForeignName(event)?.events;
  if (events?.length === 0) return `no agent here sends ${event}`;
  if (hook['shell'] === 'powershell') return 'it is a command for PowerShell';
  const ignoresMatcher = events?.every((name) => eventRow(name).subject === null) === true;
  return { event, matcher: ignoresMatcher ? undefined : somewhere(trimmed(matcher)), ...handlerOf(hook) };
};

function handlerOf(hook: JsonObject): Pick<FormEntry, 'hook' | 'notHonored'> {
  const { timeout, env, command, shell: _, failMode, ...rest } = hook;
  const hasVariables = isJsonObject(env) && Object.keys(env).length > 0;
  const isList = rest['args'] !== undefined;
  const isMilliseconds =
    command !== undefined && typeof timeout === 'number' && timeout >= FIRST_MILLISECONDS;
  return {
    hook: {
      ...rest,
      ...(command === undefined ? {} : { command: isList ? command : withVariables(command, env) }),
      ...(isMilliseconds ? milliseconds(timeout) : timeout === undefined ? {} : { timeout }),
      ...(failMode === 'closed' ? { onFailure: 'block' } : {}),
    },
    notHonored: isList && hasVariables ? ['`env` has no effect beside `args`'] : [],
  };
}

/** Blanks around the names of a list mean nothing. */
function trimmed(matcher: JsonValue | undefined): JsonValue | undefined {
  if (typeof matcher !== 'string' || /^\s*[(^]/.test(matcher)) return matcher;
  return matcher
    .split(/(?<!\\)\|/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('|');
}
