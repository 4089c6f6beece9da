/** The source for `~/.config/opencode/plugins/`, after the common part. A throw blocks a call; objects are changed in place. */
export const pluginSource: string = `
export const HookMD = async ({ client, directory }) => {
  const children = new Set();
  const about = (sessionID) => ({ session_id: sessionID, cwd: directory });
  const tell = async ({ message }) => {
    if (message) await client.tui.showToast({ body: { message, variant: 'info' } }).catch(() => {});
  };
  const textOf = (value) => ({ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) });
  // In another shape than it had, which a hook may give an MCP server's answer, it stands as a text where the model reads.
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
      const said = await ask('UserPromptSubmit', { ...about(sessionID), prompt });
      const last = texts.at(-1);
      if (said.context && last) last.text += '\\n\\n' + said.context;
      await tell(said);
    },
    'tool.execute.before': async ({ tool, sessionID, callID }, output) => {
      const call = { tool_name: tool, tool_input: output.args, tool_use_id: callID };
      const said = await ask('PreToolUse', { ...about(sessionID), ...call });
      await tell(said);
      if (said.block) throw new Error(said.block);
      if (said.input) replace(output.args, said.input);
    },
    'tool.execute.after': async ({ tool, sessionID, callID, args }, output) => {
      // Of a task that failed there is none.
      if (!output) return;
      const { title, output: text, content, metadata } = output;
      // What an MCP server answers comes as it is, and the model reads its content.
      const isMcp = Array.isArray(content);
      const call = { tool_name: tool, tool_input: args ?? {}, tool_use_id: callID };
      const shown = isMcp ? { content, metadata } : { title, output: text, metadata };
      const said = await ask('PostToolUse', { ...about(sessionID), ...call, tool_response: shown });
      if (said.output !== undefined) put(output, said.output);
      if (said.context && isMcp) output.content = [...output.content, textOf(said.context)];
      else if (said.context) output.output += '\\n\\n' + said.context;
      await tell(said);
    },
    event: async ({ event: { type, properties } }) => {
      if (type === 'session.created' && properties.info.parentID) children.add(properties.info.id);
      else if (type === 'session.created') await ask('SessionStart', { ...about(properties.info.id), source: 'startup' }).then(tell);
      else if (type === 'session.idle' && !children.has(properties.sessionID)) await ask('Stop', about(properties.sessionID)).then(tell);
    },
  };
};
`;
