import type { ToolWords } from '@hookmd/core/internal/wires/tool-words';
import { aroundTool, postToolUse, postToolUseFailure, preToolUse } from './ask-about-tool.ts';
import type { Asker } from './asker.ts';
import { translateCall } from './native-tools.ts';
import type { OnAsk } from './permission.ts';
import type { Conversation } from './session.ts';
import type { ToolCall } from './tool-calls.ts';
import { isJudged, runUnjudged } from './unjudged-tool.ts';

type ToolVerbs = Pick<Conversation, 'tool' | 'preToolUse' | 'postToolUse' | 'postToolUseFailure'>;

/** What is asked about tools, in Claude's words; the agent hears its own. */
export function toolVerbs(asker: Asker, words: ToolWords, onAsk: OnAsk | undefined): ToolVerbs {
  let calls = 0;
  const translate = <C extends ToolCall>(call: C): ReturnType<typeof translateCall<C>> => {
    calls += 1;
    return translateCall(words, call.id === undefined ? { ...call, id: `call-${calls}` } : call, onAsk);
  };
  const verbs: ToolVerbs = {
    async tool(native, execute) {
      if (!isJudged(asker, native)) return runUnjudged(asker, verbs, native, execute);
      const { call, onAsk: ask, back } = translate(native);
      const outcome = await aroundTool(asker, call, ask, (input) => execute(back(input)));
      return { ...outcome, input: back(outcome.input) };
    },
    async preToolUse(native) {
      const { call, onAsk: ask, back } = translate(native);
      const outcome = await preToolUse(asker, call, ask);
      return { ...outcome, input: back(outcome.input) };
    },
    async postToolUse(run, output) {
      return { ...(await postToolUse(asker, translate(run).call, output)), input: run.input };
    },
    async postToolUseFailure(run, error) {
      return { ...(await postToolUseFailure(asker, translate(run).call, error)), input: run.input };
    },
  };
  return verbs;
}
