/** Lines without which everything still holds, and why they are there. */
export const knownSurvivors: readonly { readonly line: string; readonly why: string }[] = [
  {
    line: 'wrap-model.js: if (!hasListener && remarks.length === 0) return params;',
    why: 'without a hook nothing is made of a call',
  },
  {
    line: 'wrap-model.js: if (!hooks.concerns("PostModelCall")) return null;',
    why: 'without a hook nothing is made of an answer',
  },
];
