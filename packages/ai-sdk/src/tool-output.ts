import { asJson } from '@hookmd/library/adapter';
import type { AiDialogue } from './dialogue.ts';
import type { SdkTool, SdkToolOutput } from './sdk-shapes.ts';

/** What the model reads of an output: one of the shapes that providers know. */
interface ModelOutput {
  readonly type: string;
  readonly value?: unknown;
}

/** What the model reads of an output of this tool, with what hooks said beside it. */
export async function toModelOutput(
  dialogue: AiDialogue,
  tool: SdkTool,
  given: SdkToolOutput,
): Promise<ModelOutput> {
  const shown = await showOutput(tool, given);
  const texts = dialogue.contexts.get(given.toolCallId);
  if (texts === undefined) return shown;
  const before = Array.isArray(shown.value) && shown.type === 'content' ? shown.value : [asText(shown)];
  return { type: 'content', value: [...before, ...texts.map((text) => ({ type: 'text', text }))] };
}

async function showOutput(tool: SdkTool, given: SdkToolOutput): Promise<ModelOutput> {
  const { output } = given;
  try {
    if (tool.toModelOutput !== undefined) return (await tool.toModelOutput(given)) as ModelOutput;
  } catch {
    // A hook may have put something in its place of which the tool makes nothing.
  }
  return typeof output === 'string'
    ? { type: 'text', value: output }
    : { type: 'json', value: output ?? null };
}

function asText({ value }: ModelOutput): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(asJson(value)) };
}
