/** Lines without which everything still holds, and why they are there. */
export const knownSurvivors: readonly { readonly line: string; readonly why: string }[] = [
  {
    line: 'call-model.js: if (!hooks.concerns("PostModelCall")) return null;',
    why: 'without a hook nothing is made of an answer',
  },
  {
    line: 'dialogue.js: turn = null;',
    why: 'a field has a value before the first run, which begins with it',
  },
  {
    line: 'run.js: dialogue.turn = null;',
    why: 'no turn ends twice, whatever other middleware makes of the graph',
  },
  {
    line: 'run.js: if (!hooks.concerns("Stop")) return {};',
    why: 'without a hook nothing is made of a run',
  },
];
