/** What the agent asked or told, in one line. */
export function explainEvent(event) {
  const name = event.hook_event_name;
  if (event.tool_name === undefined) {
    const about = event.prompt ?? event.source ?? event.reason ?? event.last_assistant_message ?? '';
    return about === '' ? name : `${name}: ${about}`;
  }
  const { command, timeout } = event.tool_input ?? {};
  const call = command ?? JSON.stringify(event.tool_input);
  const limit = timeout === undefined ? '' : ` (timeout ${timeout})`;
  const output =
    event.tool_response === undefined
      ? ''
      : ` → ${JSON.stringify(event.tool_response.stdout ?? event.tool_response)}`;
  return `${name} ${event.tool_name}: ${call}${limit}${output}`;
}

/** What a native answer means to the agent, sentence by sentence, read from the answer alone. */
export function explainAnswer(event, answer, { status, stderr }) {
  if (status === 2) return [`refused: ${stderr.trim()}`];
  if (answer === null) return ['no objection, no change: the agent goes on'];
  const specific = answer.hookSpecificOutput ?? {};
  const said = [];
  if (specific.permissionDecision !== undefined) said.push(explainPermission(specific));
  if (answer.decision === 'block') said.push(`blocked: ${answer.reason}`);
  if (specific.updatedInput !== undefined) {
    for (const change of changes(event.tool_input, specific.updatedInput))
      said.push(`the call runs changed: ${change}`);
  }
  if (specific.updatedToolOutput !== undefined) {
    for (const change of changes(event.tool_response, specific.updatedToolOutput))
      said.push(`the model reads: ${change}`);
  }
  if (specific.additionalContext !== undefined) said.push(`the model is told: ${specific.additionalContext}`);
  if (answer.systemMessage !== undefined) said.push(`the user is told: ${answer.systemMessage}`);
  return said.length > 0
    ? said
    : [`something this demonstration has no words for: ${JSON.stringify(answer)}`];
}

function explainPermission({ permissionDecision, permissionDecisionReason: reason }) {
  const words = {
    deny: 'refused, and the model is told why',
    ask: 'the user is asked',
    allow: 'approved without asking',
  };
  return `${words[permissionDecision] ?? permissionDecision}${reason === undefined ? '' : `: ${reason}`}`;
}

/** Each value that differs, as `name: old → new`; of a long text only the lines that differ. */
function changes(before, after, name = '') {
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => changes(before[key], after[key], name === '' ? key : `${name}.${key}`));
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (typeof before !== 'string' || typeof after !== 'string')
    return [`${name}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`];
  const old = before.split('\n');
  return after
    .split('\n')
    .flatMap((line, index) => (line === old[index] ? [] : [`${name}: ${old[index] ?? ''} → ${line}`]));
}

function isObject(value) {
  return typeof value === 'object' && value !== null;
}
