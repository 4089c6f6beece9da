import { cursorEvents } from '../../protocols/cursor/tools.ts';
import { findForeignName, foreignNames } from '../../protocols/foreign-names.ts';
import type { HookForm } from './form.ts';
import { readFlat, type TranslateHook } from './groups.ts';
import { somewhere, somewhereInText } from './matchers.ts';

const files = [/(?:^|\/)\.?cursor\/hooks\.json$/];
const ownEvents = foreignNames.filter(({ vocabulary }) => vocabulary === 'cursor').map(({ name }) => name);
/** Events whose matcher is compared with a text that is always the same. */
const FIXED = ['beforeSubmitPrompt', 'stop', 'afterAgentResponse'];

/** What Cursor does at some events and HookMD cannot: the rest of a sentence that names the event. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  sessionStart: 'variables that it returns under `env` are not set',
  subagentStart: 'it cannot keep a sub-agent from being started',
  afterAgentResponse: 'it runs once, at the end of a turn',
  beforeReadFile:
    'it runs before the read without `content`, and again with it before the model sees what was read',
};

/** Hooks of Cursor: `.cursor/hooks.json`, and those of its plugins. */
export const cursorForm: HookForm = {
  id: 'cursor',
  agent: 'Cursor',
  protocol: 'cursor',
  files,
  root: ['CURSOR_PLUGIN_ROOT', 'CLAUDE_PLUGIN_ROOT'],
  example: 'beforeShellExecution: [{ command: ./guard.sh, matcher: "rm|curl" }]',
  runsBesideFile: true,
  recognizes: (hooks) => Object.keys(hooks).some((name) => ownEvents.includes(name)),
  read: (value) => readFlat(value, { key: 'hooks', translate }),
};

const translate: TranslateHook = ({ event, matcher, hook }) => {
  const { failClosed, loop_limit: limit, ...rest } = hook;
  const isFixed = FIXED.includes(event) && matcher !== undefined;
  const difference = Object.hasOwn(DIFFERENCES, event) ? DIFFERENCES[event] : undefined;
  if (findForeignName(event)?.events.length === 0) return `no agent here sends ${event}`;
  return {
    event: findForeignName(event) === undefined ? (cursorEvents[event] ?? event) : event,
    matcher: isFixed ? undefined : (/ShellExecution$/.test(event) ? somewhereInText : somewhere)(matcher),
    hook: { ...rest, ...(failClosed === true ? { onFailure: 'block' } : {}) },
    notHonored: [
      ...(difference === undefined ? [] : [`at ${event}, ${difference}`]),
      ...(limit === undefined
        ? []
        : ['`hooks.maxFollowUps` limits the follow-ups of all hooks, and `loop_limit` has no effect']),
      ...(isFixed ? [`\`matcher\` has no effect at ${event}`] : []),
    ],
  };
};
