import { isEventName, isToolEvent } from '../../events/events.ts';
import type { JsonValue } from '../../events/json.ts';
import { findForeignName, foreignNames } from '../../protocols/foreign-names.ts';
import { findDisabled, SWITCHES } from './disabled.ts';
import type { HookForm } from './form.ts';
import { readGroups, type TranslateHook, type WrittenHook } from './groups.ts';
import { exactly, somewhere } from './matchers.ts';
import { milliseconds, withVariables } from './values.ts';

const files = [
  /(?:^|\/)\.gemini\/settings\.json$/,
  /(?:^|\/)gemini-cli\/settings\.json$/,
  /(?:^|\/)gemini-extension\.json$/,
];
const ownEvents = foreignNames.filter(({ vocabulary }) => vocabulary === 'gemini').map(({ name }) => name);
/** Its events that Claude Code has too. */
const SHARED_EVENTS = ['SessionStart', 'SessionEnd', 'Notification'];
const EXTENSION = /\$\{extensionPath\}/;
/** Placeholders that Gemini CLI fills in before a shell reads the command, with what means the same to the shell. */
const PLACEHOLDERS: readonly (readonly [RegExp, string])[] = [
  [/\$\{workspacePath\}/g, '$GEMINI_PROJECT_DIR'],
  [/\$\{(?:\/|pathSeparator)\}/g, '/'],
];

/** Settings and extensions of Gemini CLI. */
export const geminiForm: HookForm = {
  id: 'gemini',
  agent: 'Gemini CLI',
  protocol: 'gemini',
  files,
  root: ['extensionPath'],
  example: 'BeforeTool: [{ matcher: write_file, hooks: [{ type: command, command: lint }] }]',
  recognizes(hooks) {
    const events = Object.keys(hooks);
    const isShared = events.every((name) => SHARED_EVENTS.includes(name));
    return (
      events.some((name) => ownEvents.includes(name)) || (isShared && EXTENSION.test(JSON.stringify(hooks)))
    );
  },
  read(value) {
    const isDisabled = findDisabled(value);
    const translate: TranslateHook = (written) => (isDisabled(written.hook) ? null : translateHook(written));
    return readGroups(value, {
      key: 'hooks',
      otherKeys: SWITCHES,
      translate,
    });
  },
};

function translateHook({ event, matcher, hook }: WrittenHook): ReturnType<TranslateHook> {
  const { timeout, env, command, ...rest } = hook;
  const [canonical] = isEventName(event) ? [event] : (findForeignName(event)?.events ?? []);
  const isAboutTools = canonical !== undefined && isToolEvent(canonical);
  return {
    event,
    matcher: (isAboutTools ? somewhere : exactly)(matcher),
    hook: {
      ...rest,
      ...(command === undefined ? {} : { command: withVariables(fillPlaceholders(command), env) }),
      ...milliseconds(timeout),
    },
    notHonored: [],
  };
}

function fillPlaceholders(command: JsonValue): JsonValue {
  if (typeof command !== 'string') return command;
  return PLACEHOLDERS.reduce((text, [placeholder, value]) => text.replace(placeholder, () => value), command);
}
