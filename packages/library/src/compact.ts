import type { Message } from '@hookmd/core/internal/protocol/event';
import type { Asker } from './asker.ts';
import { checkResult, textOrMessages } from './check-result.ts';
import { blockedBy, hear, hearBoth, SILENCE } from './heard.ts';
import type { CompactOutcome, Heard } from './outcomes.ts';

/** What a recipe makes of the conversation: the messages that replace it, or a text that becomes its only message. */
export type Recipe = (args: Readonly<Record<string, string>>) => RecipeResult | Promise<RecipeResult>;
export type RecipeResult = string | readonly Message[];

export interface CompactRequest {
  /** `manual` = the person wants it, `auto` = the context is full. */
  readonly trigger: 'manual' | 'auto';
  readonly instructions?: string;
}

/** PreCompact, the host's own compaction, PostCompact. */
export async function compactWith(
  asker: Asker,
  { trigger, instructions }: CompactRequest,
  run: () => RecipeResult | Promise<RecipeResult>,
): Promise<CompactOutcome> {
  let heard: Heard = SILENCE;
  if (asker.concerns('PreCompact')) {
    const custom = instructions === undefined ? {} : { custom_instructions: instructions };
    const decision = await asker.ask('PreCompact', { trigger, ...custom });
    const blocked = blockedBy(decision);
    if (blocked !== null) return blocked;
    heard = hear(decision);
  }
  let messages: readonly Message[];
  try {
    messages = asMessages(await run());
  } catch (error) {
    return { kind: 'failed', error, ...heard };
  }
  if (asker.concerns('PostCompact')) {
    const summary = messages.map(({ content }) => content).join('\n');
    heard = hearBoth(heard, hear(await asker.ask('PostCompact', { trigger, summary })));
  }
  return { kind: 'replaced', messages, ...heard };
}

/** Throws RESULT_INVALID. */
export function asMessages(result: RecipeResult): readonly Message[] {
  checkResult(
    'recipe',
    textOrMessages,
    result,
    'Return a text, or messages as `{ role, content }` with text.',
  );
  return typeof result === 'string' ? [{ role: 'user', content: result }] : result;
}
