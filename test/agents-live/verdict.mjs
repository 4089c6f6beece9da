/** What came of one claim about one agent. `isFine` = it is what our rows say. */
export const verdicts = {
  yes: { isFine: true, says: 'it works, as the reference promises' },
  cannot: { isFine: true, says: 'it does not work, and the reference does not promise it' },
  fails: { isFine: false, says: 'it does not work, but the reference promises it' },
  unpromised: { isFine: false, says: 'it works, but the reference does not promise it' },
};

/** `honours` = what our rows say of the agent, event by event. */
export function judge({ id, of }, { cannot = {} }, isSeen, honours) {
  const isPromised = of === null ? cannot[id] === undefined : honours(of[0]).includes(of[1]);
  if (isPromised) return isSeen ? 'yes' : 'fails';
  return isSeen ? 'unpromised' : 'cannot';
}
