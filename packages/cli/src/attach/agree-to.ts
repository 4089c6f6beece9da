import { HookError } from '@hookmd/core/internal/errors/hook-error';
import { askYes } from '../ask.ts';
import type { Context } from '../context.ts';

/** Gets a person's yes to what they were shown. Throws ATTACH_UNANSWERED where nobody can be asked, ATTACH_DECLINED. */
export async function agreeTo(
  context: Context,
  agent: string,
  /** What the person typed, without `--yes`. */
  call: string,
  question: string,
): Promise<void> {
  if (context.options.has('yes')) return;
  if (!context.mayAsk) throw new HookError('ATTACH_UNANSWERED', { agent, command: call });
  const answer = await askYes(context.err, question);
  if (answer === true) return;
  throw new HookError('ATTACH_DECLINED', { command: call }, { exitCode: answer === null ? 130 : 1 });
}
