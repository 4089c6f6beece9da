import { isJsonObject, type JsonValue } from '../../events/json.ts';
import type { HookForm } from './form.ts';
import { readGroups, type TranslateHook } from './groups.ts';
import { somewhere } from './matchers.ts';

const files = [/(?:^|\/)\.codex\/hooks\.json$/, /(?:^|\/)\.codex-plugin\/plugin\.json$/];
const OWN_KEYS = ['commandWindows', 'command_windows', 'additionalContextLimit'];
const PLUGIN = /\$\{?PLUGIN_(?:ROOT|DATA)\b/;
/** Events of which Codex ignores the matcher. Source: `matcher_pattern_for_event` in its hooks. */
const UNMATCHED = ['UserPromptSubmit', 'Stop'];
/** How hooks of a repository find their files, whatever the directory of the session. */
const TOPLEVEL = /\$\(git rev-parse --show-toplevel\)|`git rev-parse --show-toplevel`/g;

/** `hooks.json` of Codex, and of its plugins. */
export const codexForm: HookForm = {
  id: 'codex',
  agent: 'Codex',
  protocol: 'codex',
  files,
  root: ['PLUGIN_ROOT', 'CLAUDE_PLUGIN_ROOT'],
  example: 'PreToolUse: [{ matcher: apply_patch, hooks: [{ type: command, command: lint }] }]',
  recognizes(hooks) {
    return (
      PLUGIN.test(JSON.stringify(hooks)) ||
      (Object.values(hooks).flat() as readonly JsonValue[]).some(isOfCodex)
    );
  },
  read: (value) => readGroups(value, { key: 'hooks', otherKeys: ['state'], translate }),
};

function isOfCodex(group: JsonValue): boolean {
  if (!isJsonObject(group)) return false;
  if (typeof group['matcher'] === 'string' && /\bapply_patch\b/.test(group['matcher'])) return true;
  const hooks = Array.isArray(group['hooks']) ? (group['hooks'] as readonly JsonValue[]) : [];
  return hooks.some(
    (hook) =>
      isJsonObject(hook) && ['commandWindows', 'command_windows'].some((key) => Object.hasOwn(hook, key)),
  );
}

const translate: TranslateHook = ({ event, matcher, hook }) => {
  const { command, ...rest } = hook;
  const shared = Object.entries(rest).filter(([key]) => !OWN_KEYS.includes(key));
  return {
    event,
    matcher: UNMATCHED.includes(event) ? undefined : matcherOf(matcher),
    hook: {
      ...Object.fromEntries(shared),
      ...(typeof command === 'string' ? { command: command.replace(TOPLEVEL, '$HOOK_PROJECT_DIR') } : {}),
    },
    notHonored: [],
  };
};

/** Letters, digits and `|` are names; anything else is searched for. */
function matcherOf(matcher: JsonValue | undefined): JsonValue | undefined {
  return typeof matcher === 'string' && /^\w+(?:\|\w+)*$/.test(matcher) ? matcher : somewhere(matcher);
}
