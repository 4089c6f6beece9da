/** The outcomes of a claim about an agent. `isFine` = the outcome matches the rows of the agent. */
export const outcomes = {
  yes: { isFine: true, description: 'it works, as the reference promises' },
  cannot: {
    isFine: true,
    description: 'the agent does not support it, and the reference does not promise it',
  },
  fails: { isFine: false, description: 'it does not work, but the reference promises it' },
  unpromised: { isFine: false, description: 'it works, but the reference does not promise it' },
};

/** Compares what was seen with what the rows promise. `honours` returns the effects that the agent's row promises for an event. */
export function outcomeOf({ id, of }, { cannot = {} }, isSeen, honours) {
  const isPromised = of === null ? cannot[id] === undefined : honours(of[0]).includes(of[1]);
  if (isPromised) return isSeen ? 'yes' : 'fails';
  return isSeen ? 'unpromised' : 'cannot';
}
