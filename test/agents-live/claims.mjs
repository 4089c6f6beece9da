/** What is shown of each agent, one column of the table each. */

/**
 * `of` is what the rows of the agents promise by: an event and the permit on it, any of which is enough; null = it must hold for every
 * agent, but for one that says why not (`cannot`). `holds` judges by the disk and by what the model was asked: `is` = is this file
 * there, `asked` = how many requests have this text in them.
 */
export const claims = [
  {
    id: 'control',
    says: 'without hooks it does what the model says',
    scene: 'control',
    of: null,
    holds: ({ is, asked }) =>
      !is('victim') && ['flake.lock', 'written.txt', 'asked'].every(is) && asked('kestrel') > 0,
  },
  {
    id: 'block',
    says: '`block-dangerous` stops the command',
    scene: 'dangerous',
    of: ['PreToolUse', 'block'],
    holds: ({ is, calls }) => calls > 0 && is('victim/kept.txt'),
  },
  {
    id: 'reason',
    says: 'the model reads why',
    scene: 'dangerous',
    of: null,
    holds: ({ asked }) => asked('recursive delete: ') > 0,
  },
  {
    id: 'paths',
    says: '`protect-paths` stops its own tool for files',
    scene: 'paths',
    of: ['PreToolUse', 'block'],
    holds: ({ is, calls }) => calls > 0 && !is('flake.lock'),
  },
  {
    id: 'ask',
    says: 'a question that nobody is there to answer stops the command',
    scene: 'answers',
    of: ['PreToolUse', 'block'],
    holds: ({ is, calls }) => calls > 2 && !is('asked'),
  },
  {
    id: 'change',
    says: 'a rewriter changes what is run',
    scene: 'answers',
    of: ['PreToolUse', 'input'],
    holds: ({ is }) => is('changed.txt') && !is('written.txt'),
  },
  {
    id: 'prompt',
    says: 'context beside a prompt reaches the model',
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
    says: 'context beside an output reaches the model',
    scene: 'answers',
    of: ['PostToolUse', 'context'],
    holds: ({ asked }) => asked('heron beside the output') > 0,
  },
  {
    id: 'redact',
    says: 'a redactor keeps a word of an output from the model',
    scene: 'answers',
    of: ['PostToolUse', 'output'],
    holds: ({ asked }) => asked('kestrel') === 0 && asked('[redacted]') > 0,
  },
  {
    id: 'stop',
    says: 'a hook at the end sends it back once',
    scene: 'answers',
    of: ['Stop', 'followUp'],
    holds: ({ asked }) => asked('heron once more') === 1,
  },
  {
    id: 'refuse',
    says: 'a prompt is refused, and nothing is done',
    scene: 'refused',
    of: ['UserPromptSubmit', 'block'],
    holds: ({ is, calls }) => calls === 0 && !is('written.txt'),
  },
  {
    id: 'kodelet',
    says: "Kodelet's guardrail, unmodified, stops the command",
    scene: 'kodelet',
    of: ['PreToolUse', 'block'],
    holds: ({ is, calls }) => calls > 0 && is('victim/kept.txt'),
  },
  {
    id: 'detached',
    says: 'after `detach` it does what the model says',
    scene: 'detached',
    of: null,
    holds: ({ is }) => !is('victim'),
  },
  {
    id: 'settings',
    says: 'and its settings are byte for byte as they were',
    scene: 'detached',
    of: null,
    holds: ({ differs }) => differs.length === 0,
  },
];
