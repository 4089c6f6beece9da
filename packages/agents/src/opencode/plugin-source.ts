/** The source for `~/.config/opencode/plugins/`, after the common part. A throw blocks a call; objects are changed in place. */
export const pluginSource: string = `
export const HookMD = async ({ client, directory }) => {
  const children = new Set();
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
      const decision = await dispatch('UserPromptSubmit', { ...about(sessionID), prompt });
      const last = texts.at(-1);
      if (decision.context && last) last.text += '\\n\\n' + decision.context;
      await showMessage(decision);
    },
    'tool.execute.before': async ({ tool, sessionID, callID }, output) => {
      const call = { tool_name: tool, tool_input: output.args, tool_use_id: callID };
      const decision = await dispatch('PreToolUse', { ...about(sessionID), ...call });
      await showMessage(decision);
      if (decision.block) throw new Error(decision.block);
      if (decision.input) replace(output.args, decision.input);
    },
    'tool.execute.after': async ({ tool, sessionID, callID, args }, output) => {
      // A task that failed has none.
      if (!output) return;
      const { title, output: text, content, metadata } = output;
      // The result of an MCP server is unchanged, and the model reads its content.
      const isMcp = Array.isArray(content);
      const call = { tool_name: tool, tool_input: args ?? {}, tool_use_id: callID };
      const shown = isMcp ? { content, metadata } : { title, output: text, metadata };
      const decision = await dispatch('PostToolUse', { ...about(sessionID), ...call, tool_response: shown });
      if (decision.output !== undefined) put(output, decision.output);
      if (decision.context && isMcp) output.content = [...output.content, textOf(decision.context)];
      else if (decision.context) output.output += '\\n\\n' + decision.context;
      await showMessage(decision);
    },
    event: async ({ event: { type, properties } }) => {
      if (type === 'session.created' && properties.info.parentID) children.add(properties.info.id);
      else if (type === 'session.created') await dispatch('SessionStart', { ...about(properties.info.id), source: 'startup' }).then(showMessage);
      else if (type === 'session.idle' && !children.has(properties.sessionID)) await dispatch('Stop', about(properties.sessionID)).then(showMessage);
    },
  };
};
`;
