/**
 * The source for `~/.config/opencode/plugins/`, after the common part. A throw blocks a call; objects are changed in place.
 *
 * OpenCode does not wait at the start and takes no text before a call: the first prompt waits for the context of the start, and the context
 * of a call is appended to its output.
 */
export const pluginSource: string = `
export const HookMD = async ({ client, directory }) => {
  const children = new Set();
  const starts = new Map();
  const notes = new Map();
  const joined = (...texts) => texts.filter(Boolean).join('\\n\\n');
  const about = (sessionID) => ({ session_id: sessionID, cwd: directory });
  const showMessage = async ({ message }) => {
    if (message) await client.tui.showToast({ body: { message, variant: 'info' } }).catch(() => {});
  };
  const textOf = (value) => ({ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) });
  // A hook may change the result of an MCP server to another shape: then it becomes text for the model.
  const put = (output, changed) => {
    const isMcp = Array.isArray(output.content);
    if (isMcp ? Array.isArray(changed?.content) : typeof changed?.output === 'string') Object.assign(output, changed);
    else if (isMcp) output.content = [textOf(changed)];
    else output.output = textOf(changed).text;
  };
  return {
    'chat.message': async ({ sessionID }, { parts }) => {
      const texts = parts.filter((part) => part.type === 'text' && !part.synthetic);
      const prompt = texts.map((part) => part.text).join('\\n');
      const start = await starts.get(sessionID);
      const decision = await dispatch('UserPromptSubmit', { ...about(sessionID), prompt });
      await showMessage(decision);
      if (decision.block) {
        // OpenCode itself shows only that there was an error.
        await showMessage({ message: decision.block });
        throw new Error(decision.block);
      }
      starts.delete(sessionID);
      const last = texts.at(-1);
      if (last) last.text = joined(last.text, start?.context, decision.context);
    },
    'tool.execute.before': async ({ tool, sessionID, callID }, output) => {
      const call = { tool_name: tool, tool_input: output.args, tool_use_id: callID };
      const decision = await dispatch('PreToolUse', { ...about(sessionID), ...call });
      await showMessage(decision);
      if (decision.block) throw new Error(decision.block);
      if (decision.context) notes.set(callID, decision.context);
      if (decision.input) replace(output.args, decision.input);
    },
    'tool.execute.after': async ({ tool, sessionID, callID, args }, output) => {
      const note = notes.get(callID);
      notes.delete(callID);
      // A task that failed has none.
      if (!output) return;
      const { title, output: text, content, metadata } = output;
      // The result of an MCP server is unchanged, and the model reads its content.
      const isMcp = Array.isArray(content);
      const call = { tool_name: tool, tool_input: args ?? {}, tool_use_id: callID };
      const shown = isMcp ? { content, metadata } : { title, output: text, metadata };
      const decision = await dispatch('PostToolUse', { ...about(sessionID), ...call, tool_response: shown });
      if (decision.output !== undefined) put(output, decision.output);
      const context = joined(note, decision.context);
      if (context && isMcp) output.content = [...output.content, textOf(context)];
      else if (context) output.output += '\\n\\n' + context;
      await showMessage(decision);
    },
    event: async ({ event: { type, properties } }) => {
      if (type === 'session.created' && properties.info.parentID) children.add(properties.info.id);
      else if (type === 'session.created') {
        const start = dispatch('SessionStart', { ...about(properties.info.id), source: 'startup' });
        starts.set(properties.info.id, start);
        await start.then(showMessage);
      }
      else if (type === 'session.idle' && !children.has(properties.sessionID)) await dispatch('Stop', about(properties.sessionID)).then(showMessage);
    },
  };
};
`;
