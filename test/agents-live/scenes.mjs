/** The runs of an agent, in order: the enabled hooks, and the steps of the model, which `run` a command or `make` a file with a tool. */
const deletes = { run: 'rm -rf victim' };
// Gemini CLI itself rejects the lockfiles of npm.
const locks = { make: 'flake.lock' };
const touches = { run: 'touch written.txt' };
const reads = { run: 'cat notes.txt' };
const makesFolder = { run: 'mkdir asked' };

export const scenes = [
  { name: 'control', isAttached: false, enabled: [], steps: [deletes, locks, touches, reads, makesFolder] },
  { name: 'dangerous', isAttached: true, enabled: ['block-dangerous'], steps: [deletes] },
  { name: 'paths', isAttached: true, enabled: ['protect-paths'], steps: [locks] },
  {
    name: 'answers',
    isAttached: true,
    enabled: [
      ...['changes-touch', 'adds-to-prompt', 'adds-to-start', 'hides-a-word', 'sends-back-once'],
      ...['adds-to-calls', 'adds-to-results', 'asks-about-folders'],
    ],
    steps: [touches, reads, makesFolder],
  },
  { name: 'refused', isAttached: true, enabled: ['refuses-prompts'], steps: [touches] },
  { name: 'kodelet', isAttached: true, enabled: ['security_guardrail'], steps: [deletes] },
  { name: 'detached', isAttached: false, enabled: ['block-dangerous'], steps: [deletes] },
];

/** The files of the project before each run; null = the file does not exist. */
export const props = {
  'victim/kept.txt': 'kept\n',
  'notes.txt': 'the word is kestrel, and no secret by its form: some agents hide those themselves\n',
  'flake.lock': null,
  'written.txt': null,
  'changed.txt': null,
  asked: null,
};
