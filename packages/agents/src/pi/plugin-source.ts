/**
 * The source for `~/.pi/agent/extensions/`, after the common part. Context for a prompt is added when its run starts, and that of a call
 * below its result.
 */
export const pluginSource: string = `
export default function (pi) {
  const notes = [];
  const callNotes = new Map();
  // A session that follows another one in the same program, as hooks know it.
  const sources = { new: 'clear', fork: 'resume' };
  const about = (ctx) => ({ session_id: ctx.sessionManager?.getSessionId?.() ?? 'local', cwd: ctx.cwd });
  const showMessage = (decision, ctx) => {
    if (decision.context) notes.push(decision.context);
    if (decision.message && ctx.hasUI) ctx.ui.notify(decision.message, 'info');
    return decision;
  };
  pi.on('session_start', async ({ reason }, ctx) => {
    showMessage(await dispatch('SessionStart', { ...about(ctx), source: sources[reason] ?? reason }), ctx);
  });
  pi.on('session_shutdown', async ({ reason }, ctx) => {
    await dispatch('SessionEnd', { ...about(ctx), reason });
  });
  pi.on('input', async ({ text }, ctx) => {
    const decision = showMessage(await dispatch('UserPromptSubmit', { ...about(ctx), prompt: text }), ctx);
    if (!decision.block) return { action: 'continue' };
    if (ctx.hasUI) ctx.ui.notify(decision.block, 'warning');
    return { action: 'handled' };
  });
  pi.on('before_agent_start', () => {
    if (notes.length === 0) return undefined;
    return { message: { customType: 'hookmd', content: notes.splice(0).join('\\n\\n'), display: false } };
  });
  pi.on('tool_call', async (event, ctx) => {
    const call = { tool_name: event.toolName, tool_input: event.input, tool_use_id: event.toolCallId };
    const { context, ...decision } = await dispatch('PreToolUse', { ...about(ctx), ...call });
    showMessage(decision, ctx);
    if (decision.block) return { block: true, reason: decision.block };
    if (context) callNotes.set(event.toolCallId, context);
    if (decision.input) replace(event.input, decision.input);
    return undefined;
  });
  pi.on('tool_result', async ({ toolName, toolCallId, input, content, details, isError }, ctx) => {
    const call = { tool_name: toolName, tool_input: input, tool_use_id: toolCallId };
    const result = { content, ...(details === undefined ? {} : { details }), isError };
    const { context, ...decision } = await dispatch('PostToolUse', { ...about(ctx), ...call, tool_response: result });
    showMessage(decision, ctx);
    const texts = [callNotes.get(toolCallId), context].filter(Boolean);
    callNotes.delete(toolCallId);
    if (decision.output === undefined && texts.length === 0) return undefined;
    const { content: shown = content, ...rest } = decision.output ?? {};
    return { ...rest, content: [...shown, ...texts.map((text) => ({ type: 'text', text }))] };
  });
  pi.on('agent_before_settle', async (event, ctx) => {
    const decision = showMessage(await dispatch('Stop', about(ctx)), ctx);
    if (!decision.followUp) return undefined;
    return {
      entries: [{ type: 'custom_message', customType: 'hookmd', content: decision.followUp, display: true }],
      continue: true,
    };
  });
}
`;
