import type { LangChainDialogue } from './dialogue.ts';
import type { ToolCallRequest } from './shapes.ts';

/** The callback handler that streams the outputs of tools. */
const STREAMS = 'StreamToolsHandler';

interface Handlers {
  readonly handlers: readonly { readonly name: string }[];
  copy(): Handlers;
  removeHandler(handler: object): void;
}

interface CallConfig {
  readonly callbacks?: Handlers;
}

interface Invokable {
  invoke(input: unknown, config: CallConfig): unknown;
}

/** The request with a tool whose outputs are not streamed, where hooks listen to them. The tool itself is unchanged. */
export function holdOutputs(
  { hooks, options }: LangChainDialogue,
  request: ToolCallRequest,
): ToolCallRequest {
  const isEvaluated = hooks.concerns('PostToolUse') || hooks.concerns('PostToolUseFailure');
  const tool = request.tool as unknown as Invokable | undefined;
  if (options.live === true || !isEvaluated || typeof tool?.invoke !== 'function') return request;
  const invoke = (input: unknown, config: CallConfig): unknown => tool.invoke(input, unstreamed(config));
  return { ...request, tool: Object.create(tool, { invoke: { value: invoke } }) };
}

function unstreamed(config: CallConfig): CallConfig {
  return { ...config, ...withoutStreams(config.callbacks), writer: () => {} } as CallConfig;
}

function withoutStreams(callbacks: Handlers | undefined): CallConfig {
  if (callbacks?.copy === undefined) return {};
  const copy = callbacks.copy();
  for (const handler of callbacks.handlers.filter(({ name }) => name === STREAMS))
    copy.removeHandler(handler);
  return { callbacks: copy };
}
