import type { HookForm } from './form.ts';
import { readGroups, type TranslateHook } from './groups.ts';

/** Keys that change nothing here: a command for Windows, and what the agent prints when a hook in the background wakes it. */
const IGNORED = ['commandWindows', 'asyncRewake', 'rewakeMessage', 'rewakeSummary'];

const translate: TranslateHook = ({ hook, ...written }) => {
  if (hook['type'] === 'mcp_tool') return 'a hook of the type `mcp_tool` calls an MCP server of the agent';
  const isRewake = hook['asyncRewake'] === true;
  const isIgnored = ([key, value]: readonly [string, unknown]): boolean =>
    IGNORED.includes(key) || (key === 'shell' && value === 'bash');
  return {
    ...written,
    hook: {
      ...Object.fromEntries(Object.entries(hook).filter((entry) => !isIgnored(entry))),
      ...(isRewake ? { async: true } : {}),
    },
    notHonored: isRewake
      ? ['with `asyncRewake` it runs in the background, and its exit code 2 does not wake the agent']
      : [],
  };
};

/** Claude Code's settings and plugins; other agents read and write this form too. */
export const claudeForm: HookForm = {
  id: 'claude',
  agent: 'Claude Code',
  protocol: 'claude',
  files: [/(?:^|\/)\.claude\/settings(?:\.local)?\.json$/],
  root: ['CLAUDE_PLUGIN_ROOT'],
  example: 'PreToolUse: [{ matcher: Write, hooks: [{ type: command, command: lint }] }]',
  recognizes: () => true,
  read: (value) => readGroups(value, { key: 'hooks', translate }),
};

/** HookMD's own settings: the same form under `entries`. */
export const settingsForm: HookForm = {
  ...claudeForm,
  id: 'settings',
  agent: 'HookMD',
  files: [/(?:^|\/)config\.yaml$/],
  root: [],
  recognizes: () => false,
  read: (value) => readGroups(value, { key: 'entries', translate }),
};
