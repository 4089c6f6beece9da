/** The source for `~/.pi/agent/extensions/`, after the common part. Context for a prompt is added when its run starts. */
export const pluginSource: string = `
export default function (pi) {
  const notes = [];
  const about = (ctx) => ({ session_id: ctx.sessionManager?.getSessionId?.() ?? 'local', cwd: ctx.cwd });
  const hear = (said, ctx) => {
    if (said.context) notes.push(said.context);
    if (said.message && ctx.hasUI) ctx.ui.notify(said.message, 'info');
    return said;
  };
  pi.on('session_start', async ({ reason }, ctx) => {
    hear(await ask('SessionStart', { ...about(ctx), source: reason }), ctx);
  });
  pi.on('session_shutdown', async ({ reason }, ctx) => {
    await ask('SessionEnd', { ...about(ctx), reason });
  });
  pi.on('input', async ({ text }, ctx) => {
    const said = hear(await ask('UserPromptSubmit', { ...about(ctx), prompt: text }), ctx);
    if (!said.block) return { action: 'continue' };
    if (ctx.hasUI) ctx.ui.notify(said.block, 'warning');
    return { action: 'handled' };
  });
  pi.on('before_agent_start', () => {
    if (notes.length === 0) return undefined;
    return { message: { customType: 'hookmd', content: notes.splice(0).join('\\n\\n'), display: false } };
  });
  pi.on('tool_call', async (event, ctx) => {
    const call = { tool_name: event.toolName, tool_input: event.input, tool_use_id: event.toolCallId };
    const { context, ...said } = await ask('PreToolUse', { ...about(ctx), ...call });
    hear(said, ctx);
    if (said.block) return { block: true, reason: said.block };
    if (said.input) replace(event.input, said.input);
    return undefined;
  });
  pi.on('tool_result', async ({ toolName, toolCallId, input, content, details, isError }, ctx) => {
    const call = { tool_name: toolName, tool_input: input, tool_use_id: toolCallId };
    const result = { content, ...(details === undefined ? {} : { details }), isError };
    const { context, ...said } = await ask('PostToolUse', { ...about(ctx), ...call, tool_response: result });
    hear(said, ctx);
    if (said.output === undefined && !context) return undefined;
    const { content: shown = content, ...rest } = said.output ?? {};
    return { ...rest, content: context ? [...shown, { type: 'text', text: context }] : shown };
  });
  pi.on('agent_before_settle', async (event, ctx) => {
    const said = hear(await ask('Stop', about(ctx)), ctx);
    if (!said.followUp) return undefined;
    return {
      entries: [{ type: 'custom_message', customType: 'hookmd', content: said.followUp, display: true }],
      continue: true,
    };
  });
}
`;
