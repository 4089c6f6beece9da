import { isEventName } from '../../events/events.ts';
import { areTexts, isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import { copilotEvents } from '../../protocols/copilot/tools.ts';
import { findForeignName, foreignNames } from '../../protocols/foreign-names.ts';
import type { FormEntry, HookForm } from './form.ts';
import { readFlat, type TranslateHook } from './groups.ts';
import { whole } from './matchers.ts';
import { withVariables } from './values.ts';

const files = [
  /(?:^|\/)\.github\/hooks\/[^/]+\.json$/,
  /(?:^|\/)\.?copilot\/(?:hooks\/[^/]+|settings(?:\.local)?)\.json$/,
  /(?:^|\/)github-copilot\/policy\.d\/[^/]+\.json$/,
];
const ownEvents = foreignNames.filter(({ vocabulary }) => vocabulary === 'copilot').map(({ name }) => name);
const OWN_KEYS = ['bash', 'powershell', 'timeoutSec', 'exec', 'linux', 'osx', 'windows'];
/** The key with the command for this system; other systems have keys of their own. */
const COMMAND_KEYS: readonly string[] = ['bash', process.platform === 'darwin' ? 'osx' : 'linux', 'command'];

/** Hooks of GitHub Copilot, for the command line and for VS Code: `.github/hooks/*.json`. */
export const copilotForm: HookForm = {
  id: 'copilot',
  agent: 'GitHub Copilot',
  protocol: 'copilot',
  files,
  root: ['COPILOT_PLUGIN_ROOT', 'PLUGIN_ROOT', 'CLAUDE_PLUGIN_ROOT'],
  example: 'preToolUse: [{ type: command, bash: ./guard.sh, timeoutSec: 10 }]',
  recognizes(hooks) {
    const items = Object.values(hooks).flat() as readonly JsonValue[];
    const hasOwnKey = items.some(
      (item) => isJsonObject(item) && OWN_KEYS.some((key) => Object.hasOwn(item, key)),
    );
    return hasOwnKey || Object.keys(hooks).some((name) => ownEvents.includes(name));
  },
  read: (value) => readFlat(value, { key: 'hooks', translate }),
};

/** An event in Claude's spelling has payloads in Claude's words. */
const translate: TranslateHook = ({ event, matcher, hook }) => {
  const native = event.charAt(0).toLowerCase() + event.slice(1);
  const isClaudes = isEventName(event) || event === 'ErrorOccurred';
  const canonical = copilotEvents[event] ?? (isEventName(event) ? event : copilotEvents[native]);
  if (findForeignName(event)?.events.length === 0) return `no agent here sends ${event}`;
  if (hook['type'] === 'prompt') return 'no hook here can send a prompt in place of the user';
  return {
    event: isClaudes
      ? (canonical ?? event)
      : findForeignName(event) === undefined
        ? (canonical ?? event)
        : event,
    matcher: isClaudes ? (matcher === '**' ? '*' : matcher) : whole(matcher),
    ...(isClaudes ? { protocol: 'vscode' as const } : {}),
    ...translateHook(hook),
  };
};

function translateHook(hook: JsonObject): Pick<FormEntry, 'hook' | 'cwd' | 'notHonored'> {
  const { cwd, env, exec, timeout, timeoutSec = timeout, allowedEnvVars, ...rest } = hook;
  const command = COMMAND_KEYS.map((key) => rest[key]).find((text) => typeof text === 'string');
  const shared = Object.entries(rest).filter(
    ([key]) => !OWN_KEYS.includes(key) && !/^comm(?:and|ent)$/.test(key),
  );
  const variables = isJsonObject(env) ? Object.keys(env) : [];
  return {
    hook: {
      ...Object.fromEntries(shared),
      ...(command === undefined ? {} : { command: withVariables(command, env, true) }),
      ...(typeof exec === 'string'
        ? { command: exec, args: areTexts(rest['args']) ? rest['args'] : [] }
        : {}),
      ...(timeoutSec === undefined ? {} : { timeout: timeoutSec }),
      ...(areTexts(allowedEnvVars) ? { env: allowedEnvVars } : {}),
    },
    ...(typeof cwd === 'string' && !/^\.?\/?$/.test(cwd) ? { cwd } : {}),
    notHonored: [
      ...(exec !== undefined && variables.length > 0 ? ['`env` has no effect beside `exec`'] : []),
      ...(exec !== undefined && typeof cwd === 'string' ? ['`cwd` has no effect beside `exec`'] : []),
    ],
  };
}
