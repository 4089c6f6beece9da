/** Lines without which everything still holds, and why they are there. */
export const knownSurvivors: readonly { readonly line: string; readonly why: string }[] = [];
