import type { Attachment, NativeReply } from '@hookmd/agents';
import { describeError, HookError, isHookError } from '@hookmd/core/internal/errors/hook-error';
import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import { answerFailure } from '../answer-failure.ts';
import type { ExitStatus } from '../command.ts';
import type { Context } from '../context.ts';
import { parsePayload, readPayloadBytes, sniffEvent } from '../read-payload.ts';
import { printErr, printOut } from '../terminal.ts';
import { fireEvent } from './fire-event.ts';
import { nativePlaces } from './native-places.ts';

/**
 * In the agent's own form: standard output carries only its answer. Whatever goes wrong with us is
 * answered too, and never by chance as a block or an allow (contracts.md §11). `replied` is called when the answer stands: its
 * status is part of it.
 */
export async function runNative(
  context: Context,
  agent: Attachment,
  replied: () => void,
): Promise<ExitStatus> {
  const [said] = context.words;
  let event = said === undefined ? null : agent.eventOf(said);
  let reply: NativeReply;
  try {
    const bytes = readPayloadBytes(context);
    event ??= agent.eventOf(sniffEvent(bytes, agent.eventField) ?? '');
    const payload = parsePayload(bytes);
    const native = said ?? payload[agent.eventField];
    event = typeof native === 'string' ? agent.eventOf(native) : null;
    if (event === null) throw namesNoEvent(agent, native);
    const {
      decision,
      event: settled,
      warnings,
      isInterrupted,
    } = await fireEvent(context, event, payload, agent);
    if (isInterrupted) {
      replied();
      return 130;
    }
    for (const warning of warnings) printErr(`hookmd: ${cleanLine(warning)}\n`);
    reply = agent.reply(decision, settled);
  } catch (error) {
    const message = isHookError(error) ? `${error.message} ${error.remedy}` : describeError(error);
    reply = await answerFailure(agent, event, message, () => nativePlaces(context, {}));
  }
  replied();
  printOut(reply.stdout);
  printErr(reply.stderr);
  return reply.exitCode as ExitStatus;
}

function namesNoEvent({ name, eventField }: Attachment, native: unknown): HookError {
  return typeof native === 'string'
    ? new HookError('PAYLOAD', {
        detail: `names "${cleanLine(native).slice(0, 64)}", no event of ${name} we know`,
        fix: 'Update HookMD.',
      })
    : new HookError('PAYLOAD', {
        detail: `does not name its event under \`${eventField}\``,
        fix: `Give it as ${name} writes it.`,
      });
}
