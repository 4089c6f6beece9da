/**
 * Describes one event in labeled sentences: what the agent did, what the hooks decided, what the model gets.
 *
 * `reply` is the JSON that the agent gets, or null. `trace` is the record of the event, with the hooks that ran.
 */
export function explainEvent(event, reply, trace) {
  return [describeEvent(event), ...explainReply(event, reply, trace)];
}

function describeEvent(event) {
  switch (event.hook_event_name) {
    case 'SessionStart':
      return ['agent', 'starts a session'];
    case 'UserPromptSubmit':
      return ['user', event.prompt];
    case 'PreToolUse':
      return ['agent', `wants to run ${describeCall(event)}`];
    case 'PostToolUse':
      return ['agent', `ran ${describeCommand(event)} and got\n${describeOutput(event)}`];
    case 'Stop':
      return ['agent', 'wants to stop'];
    case 'SessionEnd':
      return ['agent', 'ends the session'];
    default:
      return ['agent', `sends ${event.hook_event_name}`];
  }
}

function describeCall(event) {
  const { timeout } = event.tool_input ?? {};
  const command = describeCommand(event);
  return timeout === undefined ? command : `${command} with a timeout of ${formatTimeout(timeout)}`;
}

function describeCommand({ tool_name: tool, tool_input: input }) {
  return input?.command === undefined ? `${tool} ${JSON.stringify(input)}` : `\`${input.command}\``;
}

function formatTimeout(ms) {
  return `${ms / 1000} s`;
}

function describeOutput({ tool_response: output }) {
  return output?.stdout ?? JSON.stringify(output);
}

/** What happens after an event for which no hook returns a decision or a change. */
const unchanged = {
  SessionStart: 'the session starts',
  UserPromptSubmit: 'the model gets the prompt',
  PreToolUse: 'the command runs',
  PostToolUse: 'the model gets the output',
  Stop: 'the agent stops',
  SessionEnd: 'the session ends',
};

function explainReply(event, reply, trace) {
  const lines = [...explainDecision(reply, trace), ...explainChanges(event, reply, trace)];
  const { hookSpecificOutput: specific = {}, systemMessage } = reply ?? {};
  if (specific.additionalContext !== undefined)
    lines.push(['model', `also gets: ${specific.additionalContext}`]);
  if (systemMessage !== undefined) lines.push(['user', `sees: ${systemMessage}`]);
  if (lines.length > 0) return lines;
  if (reply !== null) return [['hooks', `return ${JSON.stringify(reply)}`]];
  return [['hooks', `no decision: ${unchanged[event.hook_event_name] ?? 'the agent continues'}`]];
}

function explainDecision(reply, trace) {
  const { permissionDecision, permissionDecisionReason } = reply?.hookSpecificOutput ?? {};
  if (trace.decision === 'block') {
    const names = hookNames(trace, ({ outcome }) => outcome === 'blocking');
    const reason = permissionDecisionReason ?? reply?.reason ?? trace.reason;
    return [
      ['hooks', `${names} blocks it`],
      ['model', `gets the reason: ${reason}`],
    ];
  }
  if (permissionDecision === 'ask') return [['hooks', `prompt the user: ${permissionDecisionReason}`]];
  if (permissionDecision === 'allow') return [['hooks', 'allow it without a prompt']];
  return [];
}

function explainChanges(event, reply, trace) {
  const { updatedInput, updatedToolOutput } = reply?.hookSpecificOutput ?? {};
  const names = hookNames(trace, ({ changed }) => changed.length > 0);
  const lines = [];
  if (updatedInput !== undefined) {
    const changes = changesOf(event.tool_input, updatedInput).map(formatChange).join(', ');
    lines.push(['hooks', `${names} changes the ${changes}`]);
  }
  if (updatedToolOutput !== undefined) {
    const changes = changesOf(event.tool_response, updatedToolOutput);
    lines.push(['hooks', `${names} changes the output`]);
    lines.push(['model', `gets ${changes.map(({ after }) => after).join('\n')}`]);
  }
  return lines;
}

function formatChange({ name, before, after }) {
  const format = name === 'timeout' ? formatTimeout : String;
  return `${name} from ${format(before)} to ${format(after)}`;
}

function hookNames({ hooks }, isIncluded) {
  return hooks
    .filter(isIncluded)
    .map(({ name }) => name)
    .join(', ');
}

/** Each value that differs, with its path; of a string, each line that differs. */
function changesOf(before, after, name = '') {
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) =>
      changesOf(before[key], after[key], name === '' ? key : `${name}.${key}`),
    );
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (typeof before !== 'string' || typeof after !== 'string')
    return [{ name, before: JSON.stringify(before), after: JSON.stringify(after) }];
  const linesBefore = before.split('\n');
  return after
    .split('\n')
    .flatMap((line, index) =>
      line === linesBefore[index] ? [] : [{ name, before: linesBefore[index] ?? '', after: line }],
    );
}

function isObject(value) {
  return typeof value === 'object' && value !== null;
}
