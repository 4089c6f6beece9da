import { askSource } from '../plugin/ask-source.ts';
import { events } from './events.ts';

/**
 * The module for `~/.config/opencode/plugins/`. A call is refused by throwing, and rewritten in the object that it came in;
 * so is what the model reads of a result, and of a prompt.
 */
export function pluginSource(argv: readonly string[], budgetMs: number): string {
  return `${askSource(argv, events, budgetMs)}
export const HookMD = async ({ client, directory }) => {
  const children = new Set();
  const about = (sessionID) => ({ session_id: sessionID, cwd: directory });
  const tell = async ({ message }) => {
    if (message) await client.tui.showToast({ body: { message, variant: 'info' } }).catch(() => {});
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
      const { title, output: text, metadata } = output;
      const call = { tool_name: tool, tool_input: args ?? {}, tool_use_id: callID };
      const said = await ask('PostToolUse', { ...about(sessionID), ...call, tool_response: { title, output: text, metadata } });
      if (said.output) Object.assign(output, said.output);
      if (said.context) output.output += '\\n\\n' + said.context;
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
}
