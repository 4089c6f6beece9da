/** The runs of an agent, in order: what is enabled, and what the model has it do: `run` a command, `make` a file with the tool for that. */
const deletes = { run: 'rm -rf victim' };
// Gemini CLI refuses the lock files of npm itself.
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

/** What it is about, as it is before each run; null = it is not there. */
export const props = {
  'victim/kept.txt': 'kept\n',
  'notes.txt': 'the word is kestrel, and no secret by its form: some agents hide those themselves\n',
  'flake.lock': null,
  'written.txt': null,
  'changed.txt': null,
  asked: null,
};
