import { realpathSync } from 'node:fs';
import { isJsonObject, type JsonObject, readJsonDocument } from '../../events/json.ts';
import type { AgentSpec } from '../../events/service-spec.ts';
import type { ExecutorRequest } from '../executor.ts';
import { isInside } from './file-tools.ts';
import type { ModelMessage, ModelReply, ModelTool, ModelToolCall, ModelToolResult } from './model-caller.ts';
import { type ModelEnd, type ModelRun, ruleOf } from './run-model.ts';
import { type ToolBelt, toolBelt } from './tool-belt.ts';

/** Source: the pattern page. */
const MAX_TURNS = 50;
/** Of all turns together, what was sent and what came back. */
const MAX_TOKENS = 500_000;
const MAX_CALLS_OF_A_TURN = 16;
const MAX_INPUT_CHARACTERS = 16_384;
/** Of the id and the name of a call, which are repeated to the provider. */
const MAX_WORD_CHARACTERS = 128;
/** The part of the model's text beside its calls that is sent again with every turn. */
const MAX_TEXT_CHARACTERS = 8_192;
/** The one way to end. */
const FINAL_TOOL = 'StructuredOutput';

/**
 * Hook type agent: turns, until the model calls `StructuredOutput` with a valid output. Text alone does not end the run.
 *
 * It dispatches no events.
 */
export async function explore(spec: AgentSpec, run: ModelRun, request: ExecutorRequest): Promise<ModelEnd> {
  const root = rootOf(run.task.projectDir, request.environment['HOME']);
  if ('reason' in root) return root;
  const belt = toolBelt({ root: root.dir, commands: spec.commands, request, signal: run.signal });
  const tools = [...belt.tools, finalTool(run)];
  const instructions = instructionsOf(spec, run);
  const messages: ModelMessage[] = [{ role: 'user', text: `${run.payload}\n\nBegin.` }];
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    if (run.meter.tokens >= MAX_TOKENS)
      return { cause: 'TOKENS', reason: `no result within ${MAX_TOKENS} tokens` };
    const reply = await run.callModel({ instructions, messages, tools, outputSchema: null });
    if (run.signal.aborted) break;
    const step = await takeStep(reply, run, belt);
    if ('output' in step) return step;
    messages.push(...step.messages);
  }
  return { cause: 'TURNS', reason: `no result within ${MAX_TURNS} turns` };
}

function instructionsOf({ prompt, commands }: AgentSpec, { frame, task }: ModelRun): string {
  const runs =
    commands.length === 0 ? '' : ` and run: ${commands.map((command) => `\`${command}\``).join(', ')}`;
  return [
    `A coding agent reached the event ${task.event}. Investigate it by this rule of the user:`,
    ruleOf(prompt),
    `You may list, read and search the files of the project${runs}. You change nothing, and start no other agents.`,
    frame.rule,
    `End with a call of \`${FINAL_TOOL}\`: nothing else ends it, and after ${MAX_TURNS} turns your output is discarded. Read only what you need.`,
  ].join('\n\n');
}

function finalTool({ form }: ModelRun): ModelTool {
  return { name: FINAL_TOOL, about: 'Gives your result, and ends your work.', inputSchema: form.schema };
}

type Step = Extract<ModelEnd, { output: unknown }> | { readonly messages: readonly ModelMessage[] };

/** The effect of one reply: the end, or the next messages for the model. */
async function takeStep(reply: ModelReply, run: ModelRun, belt: ToolBelt): Promise<Step> {
  const text = reply.text.slice(0, MAX_TEXT_CHARACTERS);
  if (reply.calls.length === 0) {
    const reminder = `Only a call of \`${FINAL_TOOL}\` ends this. Call it, or continue to investigate.`;
    return {
      messages: [
        { role: 'assistant', text: text || '(nothing)', calls: [] },
        { role: 'user', text: reminder },
      ],
    };
  }
  const calls = reply.calls.slice(0, MAX_CALLS_OF_A_TURN).map((call) => ({
    ...call,
    id: call.id.slice(0, MAX_WORD_CHARACTERS),
    name: call.name.slice(0, MAX_WORD_CHARACTERS),
  }));
  const results: ModelToolResult[] = [];
  for (const call of calls) {
    const input = readInput(call);
    const final = call.name === FINAL_TOOL && 'value' in input ? run.form.read(input.value) : null;
    if (final !== null && 'output' in final) return final;
    const output =
      'error' in input
        ? { text: input.error, isError: true }
        : final !== null
          ? { text: `This does not fit: ${final.error}. Call it again.`, isError: true }
          : await belt.use(call.name, input.value);
    const shown = output.isError ? output.text : run.frame.wrap(`What \`${call.name}\` found`, output.text);
    results.push({ id: call.id, name: call.name, text: shown, isError: output.isError });
    if (run.signal.aborted) break;
  }
  // Of what it could not write properly nothing is repeated to it.
  const validCalls = calls.map((call) => ('error' in readInput(call) ? { ...call, input: '{}' } : call));
  return {
    messages: [
      { role: 'assistant', text, calls: validCalls },
      { role: 'tool', results },
    ],
  };
}

function readInput({ input }: ModelToolCall): { readonly value: JsonObject } | { readonly error: string } {
  if (input.length > MAX_INPUT_CHARACTERS)
    return { error: `The arguments have more than ${MAX_INPUT_CHARACTERS} characters. Nothing was done.` };
  const reading = readJsonDocument(input.trim() === '' ? '{}' : input);
  if ('value' in reading && isJsonObject(reading.value)) return { value: reading.value };
  return { error: 'The arguments are not one JSON object. Nothing was done.' };
}

/**
 * The directory that its tools can read, without links. A home directory is not a project: it contains what no model should
 * read.
 */
function rootOf(
  projectDir: string,
  home: string | undefined,
): { readonly dir: string } | Extract<ModelEnd, { reason: string }> {
  try {
    const dir = realpathSync(projectDir);
    const isWide = home !== undefined && home !== '' && isInside(dir, realpathSync(home));
    if (dir !== '/' && !isWide) return { dir };
    const reason = `the project is ${projectDir}, and its tools would read the whole home directory`;
    return { cause: 'NOT_RUNNABLE', reason };
  } catch {
    return { cause: 'NOT_RUNNABLE', reason: `the project ${projectDir} cannot be read` };
  }
}
