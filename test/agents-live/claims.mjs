/** The claims that are tested on each agent, one per column of the table. */

/**
 * `of` is the event and the permit with which the row of an agent promises the claim; null = every agent promises it, except those that
 * give a reason in `cannot`. `holds` checks the files and the requests to the model: `is` = the file exists, `asked` = the number of
 * requests that contain the text, `calls` = the number of requests to which the model replied with a tool call.
 */
export const claims = [
  {
    id: 'control',
    expected: 'without hooks the agent does what the model requests',
    scene: 'control',
    of: null,
    holds: ({ is, asked }) =>
      !is('victim') && ['flake.lock', 'written.txt', 'asked'].every(is) && asked('kestrel') > 0,
  },
  {
    id: 'block',
    expected: '`block-dangerous` blocks the command',
    scene: 'dangerous',
    of: ['PreToolUse', 'block'],
    holds: ({ is, calls }) => calls > 0 && is('victim/kept.txt'),
  },
  {
    id: 'reason',
    expected: 'the model reads the reason',
    scene: 'dangerous',
    of: null,
    holds: ({ asked }) => asked('recursive delete: ') > 0,
  },
  {
    id: 'paths',
    expected: "`protect-paths` blocks the agent's own file tool",
    scene: 'paths',
    of: ['PreToolUse', 'block'],
    holds: ({ is, calls }) => calls > 0 && !is('flake.lock'),
  },
  {
    id: 'ask',
    expected: 'a question to the user blocks the command when no user is present',
    scene: 'answers',
    of: ['PreToolUse', 'block'],
    holds: ({ is, calls }) => calls > 2 && !is('asked'),
  },
  {
    id: 'change',
    expected: 'a hook changes the command that runs',
    scene: 'answers',
    of: ['PreToolUse', 'input'],
    holds: ({ is }) => is('changed.txt') && !is('written.txt'),
  },
  {
    id: 'prompt',
    expected: 'context added to a prompt reaches the model',
    scene: 'answers',
    of: ['UserPromptSubmit', 'context'],
    holds: ({ asked }) => asked('heron beside the prompt') > 0,
  },
  {
    id: 'start',
    expected: 'context at the start of a session reaches the model',
    scene: 'answers',
    of: ['SessionStart', 'context'],
    holds: ({ asked }) => asked('heron at the start') > 0,
  },
  {
    id: 'calls',
    expected: 'context before a call reaches the model',
    scene: 'answers',
    of: ['PreToolUse', 'context'],
    holds: ({ asked }) => asked('heron before the call') > 0,
  },
  {
    id: 'results',
    expected: 'context added to an output reaches the model',
    scene: 'answers',
    of: ['PostToolUse', 'context'],
    holds: ({ asked }) => asked('heron beside the output') > 0,
  },
  {
    id: 'redact',
    expected: 'a redactor hides a word of an output from the model',
    scene: 'answers',
    of: ['PostToolUse', 'output'],
    holds: ({ asked }) => asked('kestrel') === 0 && asked('[redacted]') > 0,
  },
  {
    id: 'stop',
    expected: 'a hook makes the agent continue once when it stops',
    scene: 'answers',
    of: ['Stop', 'followUp'],
    holds: ({ asked }) => asked('heron once more') === 1,
  },
  {
    id: 'reject',
    expected: 'a hook blocks a prompt, and the agent does nothing',
    scene: 'refused',
    of: ['UserPromptSubmit', 'block'],
    holds: ({ is, calls }) => calls === 0 && !is('written.txt'),
  },
  {
    id: 'kodelet',
    expected: "Kodelet's guardrail, unmodified, blocks the command",
    scene: 'kodelet',
    of: ['PreToolUse', 'block'],
    holds: ({ is, calls }) => calls > 0 && is('victim/kept.txt'),
  },
  {
    id: 'detached',
    expected: 'after `detach` the agent does what the model requests',
    scene: 'detached',
    of: null,
    holds: ({ is }) => !is('victim'),
  },
  {
    id: 'settings',
    expected: 'after `detach` the settings of the agent are as before, byte for byte',
    scene: 'detached',
    of: null,
    holds: ({ differs }) => differs.length === 0,
  },
];
