/** The runs of an agent, in order: what is enabled, and what the model has it do. */
const DELETE = 'rm -rf victim';

export const scenes = [
  {
    name: 'control',
    isAttached: false,
    enabled: [],
    commands: [DELETE, 'cat notes.txt', 'touch written.txt'],
  },
  { name: 'dangerous', isAttached: true, enabled: ['block-dangerous'], commands: [DELETE] },
  {
    name: 'answers',
    isAttached: true,
    enabled: ['changes-touch', 'adds-to-prompt', 'adds-to-start', 'hides-a-word', 'sends-back-once'],
    commands: ['touch written.txt', 'cat notes.txt'],
  },
  { name: 'kodelet', isAttached: true, enabled: ['security_guardrail'], commands: [DELETE] },
  { name: 'detached', isAttached: false, enabled: ['block-dangerous'], commands: [DELETE] },
];

/** What the commands are about, as it is before each run; null = it is not there. */
export const props = {
  'victim/kept.txt': 'kept\n',
  'notes.txt': 'the word is kestrel, and no secret by its form: some agents hide those themselves\n',
  'written.txt': null,
  'changed.txt': null,
};
