import type { LangChainDialogue } from './dialogue.ts';
import type { ToolCallRequest } from './shapes.ts';

/** What hands the outputs of tools to the readers of a stream. */
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

/** The request with a tool that keeps what it gives out from streams, where hooks judge it; the tool itself stays as it is. */
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
