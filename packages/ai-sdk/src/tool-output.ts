import { asJson } from '@hookmd/library/adapter';
import type { AiDialogue } from './dialogue.ts';
import type { SdkTool, SdkToolOutput } from './sdk-shapes.ts';

/** An output as providers take it. */
interface ModelOutput {
  readonly type: string;
  readonly value?: unknown;
}

/** The output of this tool for the model, with the texts of hooks. */
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
    // A hook may have replaced the output by one that the tool cannot convert.
  }
  return typeof output === 'string'
    ? { type: 'text', value: output }
    : { type: 'json', value: output ?? null };
}

function asText({ value }: ModelOutput): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(asJson(value)) };
}
