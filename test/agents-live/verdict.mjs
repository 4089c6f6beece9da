/** What came of one claim about one agent. `isFine` = it is what our rows say. */
export const verdicts = {
  yes: { isFine: true, says: 'it holds, as our rows promise' },
  cannot: { isFine: true, says: 'it does not, and none of our rows promises it' },
  fails: { isFine: false, says: 'it does not, and a row promises it' },
  unpromised: { isFine: false, says: 'it holds, and no row promises it' },
};

/** `honours` = what our rows say of the agent, event by event. */
export function judge({ id, of }, { cannot = {} }, isSeen, honours) {
  const isPromised = of === null ? cannot[id] === undefined : honours(of[0]).includes(of[1]);
  if (isPromised) return isSeen ? 'yes' : 'fails';
  return isSeen ? 'unpromised' : 'cannot';
}
