/** The source of the plugin, after the common part. */
export const pluginSource: string = `
export default {
  id: 'hookmd',
  name: 'HookMD',
  description: 'Runs HookMD hooks',
  register(api) {
    const about = (event, ctx) => ({
      session_id: ctx?.sessionId ?? event?.sessionId ?? 'local',
      ...(ctx?.workspaceDir ? { cwd: ctx.workspaceDir } : {}),
    });
    const showMessage = (decision) => {
      if (decision.message) api.logger?.info?.('HookMD: ' + decision.message);
      return decision;
    };
    const call = (event) => ({ tool_name: event.toolName, tool_input: event.params ?? {}, tool_use_id: event.toolCallId });
    api.on('session_start', async (event, ctx) => {
      showMessage(await dispatch('SessionStart', { ...about(event, ctx), source: 'startup' }));
    });
    api.on('session_end', async (event, ctx) => {
      await dispatch('SessionEnd', { ...about(event, ctx), reason: String(event?.reason ?? 'other') });
    });
    api.on('before_prompt_build', async (event, ctx) => {
      const { context } = showMessage(await dispatch('UserPromptSubmit', { ...about(event, ctx), prompt: event.prompt }));
      return context ? { appendContext: context } : undefined;
    });
    api.on('before_tool_call', async (event, ctx) => {
      const decision = showMessage(await dispatch('PreToolUse', { ...about(event, ctx), ...call(event) }));
      if (decision.block) return { block: true, blockReason: decision.block };
      return decision.input ? { params: decision.input } : undefined;
    });
    api.on('after_tool_call', async (event, ctx) => {
      const { result = null } = event;
      showMessage(await dispatch('PostToolUse', { ...about(event, ctx), ...call(event), tool_response: result }));
    });
    api.on('before_agent_finalize', async (event, ctx) => {
      const { lastAssistantMessage: last, stopHookActive: active } = event;
      showMessage(await dispatch('Stop', { ...about(event, ctx), last_assistant_message: last, stop_hook_active: active }));
    });
  },
};
`;
