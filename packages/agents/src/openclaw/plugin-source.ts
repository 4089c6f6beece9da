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
    const hear = (said) => {
      if (said.message) api.logger?.info?.('HookMD: ' + said.message);
      return said;
    };
    const call = (event) => ({ tool_name: event.toolName, tool_input: event.params ?? {}, tool_use_id: event.toolCallId });
    api.on('session_start', async (event, ctx) => {
      hear(await ask('SessionStart', { ...about(event, ctx), source: 'startup' }));
    });
    api.on('session_end', async (event, ctx) => {
      await ask('SessionEnd', { ...about(event, ctx), reason: String(event?.reason ?? 'other') });
    });
    api.on('before_prompt_build', async (event, ctx) => {
      const { context } = hear(await ask('UserPromptSubmit', { ...about(event, ctx), prompt: event.prompt }));
      return context ? { appendContext: context } : undefined;
    });
    api.on('before_tool_call', async (event, ctx) => {
      const said = hear(await ask('PreToolUse', { ...about(event, ctx), ...call(event) }));
      if (said.block) return { block: true, blockReason: said.block };
      return said.input ? { params: said.input } : undefined;
    });
    api.on('after_tool_call', async (event, ctx) => {
      const { result = null } = event;
      hear(await ask('PostToolUse', { ...about(event, ctx), ...call(event), tool_response: result }));
    });
    api.on('before_agent_finalize', async (event, ctx) => {
      const { lastAssistantMessage: last, stopHookActive: active } = event;
      hear(await ask('Stop', { ...about(event, ctx), last_assistant_message: last, stop_hook_active: active }));
    });
  },
};
`;
