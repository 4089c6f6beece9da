import type { Integration } from '@hookmd/agents';
import type { ExitStatus } from '../command-line/command.ts';
import type { Context } from '../command-line/context.ts';
import { printErr, printOut } from '../ui/output.ts';
import { dispatchNative } from './dispatch-native.ts';
import { readPayloadBytes } from './read-payload.ts';
import { interrupted } from './run-event.ts';

/**
 * In the agent's own form: standard output carries only its answer. `replied` is called when the answer stands: its
 * status is part of it.
 */
export async function runNative(
  context: Context,
  agent: Integration,
  replied: () => void,
): Promise<ExitStatus> {
  const { reply, delivered } = await dispatchNative({
    caller: context,
    agent,
    said: context.words[0] ?? null,
    bytes: () => readPayloadBytes(context),
    signal: interrupted(),
    daemon: null,
  });
  replied();
  if (reply === null) return 130;
  printOut(reply.stdout);
  printErr(reply.stderr);
  delivered();
  if (context.options.has('dispatch')) await startRuntime(context);
  return reply.exitCode as ExitStatus;
}

/** A launcher has found no runtime that answers: the next event finds one. */
async function startRuntime(context: Context): Promise<void> {
  const { startDaemon } = await import('../serve/start-daemon.ts');
  await startDaemon(context);
}
