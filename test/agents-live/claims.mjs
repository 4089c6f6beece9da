/** What is shown of each agent, one column of the table each. */

/**
 * `of` is what the rows of the agents promise by: an event and the permit on it, any of which is enough; null = it must hold for every
 * agent, but for one that says why not (`cannot`). `holds` judges by the disk and by what the model was asked: `is` = is this file
 * there, `asked` = how many requests have this text in them.
 */
export const claims = [
  {
    id: 'control',
    says: 'without hooks the agent does what the model requests',
    scene: 'control',
    of: null,
    holds: ({ is, asked }) =>
      !is('victim') && ['flake.lock', 'written.txt', 'asked'].every(is) && asked('kestrel') > 0,
  },
  {
    id: 'block',
    says: '`block-dangerous` blocks the command',
    scene: 'dangerous',
    of: ['PreToolUse', 'block'],
    holds: ({ is, calls }) => calls > 0 && is('victim/kept.txt'),
  },
  {
    id: 'reason',
    says: 'the model reads the reason',
    scene: 'dangerous',
    of: null,
    holds: ({ asked }) => asked('recursive delete: ') > 0,
  },
  {
    id: 'paths',
    says: "`protect-paths` blocks the agent's own file tool",
    scene: 'paths',
    of: ['PreToolUse', 'block'],
    holds: ({ is, calls }) => calls > 0 && !is('flake.lock'),
  },
  {
    id: 'ask',
    says: 'a question to the user blocks the command when no user is present',
    scene: 'answers',
    of: ['PreToolUse', 'block'],
    holds: ({ is, calls }) => calls > 2 && !is('asked'),
  },
  {
    id: 'change',
    says: 'a hook changes the command that runs',
    scene: 'answers',
    of: ['PreToolUse', 'input'],
    holds: ({ is }) => is('changed.txt') && !is('written.txt'),
  },
  {
    id: 'prompt',
    says: 'context added to a prompt reaches the model',
    scene: 'answers',
    of: ['UserPromptSubmit', 'context'],
    holds: ({ asked }) => asked('heron beside the prompt') > 0,
  },
  {
    id: 'start',
    says: 'context at the start of a session reaches the model',
    scene: 'answers',
    of: ['SessionStart', 'context'],
    holds: ({ asked }) => asked('heron at the start') > 0,
  },
  {
    id: 'calls',
    says: 'context before a call reaches the model',
    scene: 'answers',
    of: ['PreToolUse', 'context'],
    holds: ({ asked }) => asked('heron before the call') > 0,
  },
  {
    id: 'results',
    says: 'context added to an output reaches the model',
    scene: 'answers',
    of: ['PostToolUse', 'context'],
    holds: ({ asked }) => asked('heron beside the output') > 0,
  },
  {
    id: 'redact',
    says: 'a redactor hides a word of an output from the model',
    scene: 'answers',
    of: ['PostToolUse', 'output'],
    holds: ({ asked }) => asked('kestrel') === 0 && asked('[redacted]') > 0,
  },
  {
    id: 'stop',
    says: 'a hook at the end sends the agent back to work once',
    scene: 'answers',
    of: ['Stop', 'followUp'],
    holds: ({ asked }) => asked('heron once more') === 1,
  },
  {
    id: 'reject',
    says: 'a hook blocks a prompt, and the agent does nothing',
    scene: 'refused',
    of: ['UserPromptSubmit', 'block'],
    holds: ({ is, calls }) => calls === 0 && !is('written.txt'),
  },
  {
    id: 'kodelet',
    says: "Kodelet's guardrail, unmodified, blocks the command",
    scene: 'kodelet',
    of: ['PreToolUse', 'block'],
    holds: ({ is, calls }) => calls > 0 && is('victim/kept.txt'),
  },
  {
    id: 'detached',
    says: 'after `detach` the agent does what the model requests',
    scene: 'detached',
    of: null,
    holds: ({ is }) => !is('victim'),
  },
  {
    id: 'settings',
    says: 'after `detach` the settings of the agent are byte for byte as before',
    scene: 'detached',
    of: null,
    holds: ({ differs }) => differs.length === 0,
  },
];
