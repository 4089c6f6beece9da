import { isSameJson } from '@hookmd/core/events';
import type { ToolCall, ToolGate } from '@hookmd/library';
import { HookBlockedError, inputAsJson, startCall } from '@hookmd/library/adapter';
import type { AiDialogue, EvaluatedCall } from './dialogue.ts';
import type { SdkTool, SdkToolOptions } from './sdk-shapes.ts';

/** A call of one tool. */
export interface Call {
  /** The tool's name for hooks. */
  readonly name: string;
  readonly tool: SdkTool;
  readonly input: unknown;
  readonly options: SdkToolOptions;
}

/** PreToolUse, the tool with the input that hooks left, then PostToolUse or PostToolUseFailure. Throws HookBlockedError. */
export async function callTool(
  dialogue: AiDialogue,
  call: Call,
  execute: (input: unknown) => Promise<unknown>,
): Promise<unknown> {
  const { hooks } = dialogue;
  // Providers may reuse an id.
  dialogue.contexts.delete(call.options.toolCallId ?? '');
  const { toolCall, gate } = takeEvaluated(dialogue, call) ?? (await evaluateCall(dialogue, call));
  call.options.abortSignal?.throwIfAborted();
  if (gate.kind === 'blocked') throw blockedCall(gate);
  const isChanged = gate.input !== toolCall.input;
  const ran = startCall(toolCall, gate.input);
  let output: unknown;
  try {
    output = await execute(isChanged ? await parseInput(call.tool, gate.input) : call.input);
  } catch (error) {
    const failed = dialogue.deliver(await hooks.postToolUseFailure(ran(), error));
    const texts = [...gate.context, ...failed.context];
    // An error that hooks changed is not passed on, not even as the cause.
    throw failed.isReplaced || texts.length > 0 ? new Error([failed.message, ...texts].join('\n\n')) : error;
  }
  const done = dialogue.deliver(await hooks.postToolUse(ran(), output));
  const texts = [...gate.context, ...done.context];
  if (texts.length > 0) dialogue.contexts.set(toolCall.id ?? '', texts);
  return done.output;
}

/** PreToolUse alone. */
export async function evaluateCall(dialogue: AiDialogue, call: Call): Promise<EvaluatedCall> {
  const toolCall = toolCallOf(dialogue, call);
  return { toolCall, gate: dialogue.deliver(await dialogue.hooks.preToolUse(toolCall)) };
}

/** Keeps a decision until the tool is called, so that no hook runs twice. */
export function rememberEvaluated({ evaluated }: AiDialogue, call: EvaluatedCall): void {
  evaluated.set(call.toolCall.id ?? '', call);
}

/** Null where no decision was kept, or where it was for another input: an approval may come with a changed one. */
function takeEvaluated(
  { evaluated }: AiDialogue,
  { input, options: { toolCallId = '' } }: Call,
): EvaluatedCall | null {
  const found = evaluated.get(toolCallId);
  evaluated.delete(toolCallId);
  return found !== undefined && isSameJson(found.toolCall.input, inputAsJson(input)) ? found : null;
}

export function blockedCall({
  reason,
  message,
  context,
}: Extract<ToolGate, { kind: 'blocked' }>): HookBlockedError {
  return new HookBlockedError('PreToolUse', reason, [message, ...context].join('\n\n'));
}

function toolCallOf(dialogue: AiDialogue, { name, tool, input, options }: Call): ToolCall {
  const { toolCallId, abortSignal = dialogue.signal } = options;
  return {
    name,
    input: inputAsJson(input),
    ...(toolCallId === undefined ? {} : { id: toolCallId }),
    check: (changed) => problemOfInput(tool, changed),
    signal: abortSignal,
  };
}

/** A schema of the AI SDK: Standard Schema, or with the SDK's own `validate`. */
interface Validator {
  readonly '~standard'?: { validate(value: unknown): Validated | PromiseLike<Validated> };
  validate?(value: unknown): Validated | PromiseLike<Validated>;
}

interface Validated {
  /** The parsed value. */
  readonly value?: unknown;
  /** Standard Schema: present where the value does not fit. */
  readonly issues?: readonly { readonly message: string }[];
  /** The SDK's own result. */
  readonly success?: boolean;
  readonly error?: { readonly message: string };
}

type Checked = { readonly value: unknown } | { readonly problem: string };

/** What is wrong with an input of this tool; null = nothing, or its schema validates asynchronously. */
function problemOfInput(tool: SdkTool, input: unknown): string | null {
  const checked = check(tool, input);
  return 'problem' in checked ? checked.problem : null;
}

/** The input parsed by the schema of this tool. Throws where it does not fit. */
async function parseInput(tool: SdkTool, input: unknown): Promise<unknown> {
  const checked = await check(tool, input);
  if ('problem' in checked) throw new Error(checked.problem);
  return checked.value;
}

function check({ inputSchema }: SdkTool, input: unknown): Checked | PromiseLike<Checked> {
  // The SDK also takes a function that makes the schema.
  const schema: unknown = typeof inputSchema === 'function' ? inputSchema() : inputSchema;
  const validator = (schema ?? {}) as Validator;
  const found = validator['~standard']?.validate(input) ?? validator.validate?.(input) ?? { value: input };
  return 'then' in found ? found.then(asChecked) : asChecked(found);
}

function asChecked({ issues, success, error, value }: Validated): Checked {
  if (issues !== undefined) return { problem: issues.map(({ message }) => message).join('; ') };
  return success === false ? { problem: error?.message ?? 'it does not fit' } : { value };
}
