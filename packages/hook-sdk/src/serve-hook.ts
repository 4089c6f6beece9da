import { readFileSync, writeSync } from 'node:fs';
import type { EventName, EventPayload } from '@hookmd/core/protocol';
import { makeVerbs, type Verbs } from './answers.ts';
import type { Hook } from './define-hook.ts';

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;

/**
 * Runs a hook as a command of its own: reads the event from standard input, prints the answer, exits.
 *
 * Synchronous reading and an exit at once, because that is what a tool call waits for. `console.log`
 * goes to standard error meanwhile, so that it cannot corrupt the answer. Exit status 1 where the hook
 * throws, which is a failed run in the hookmd convention.
 */
export async function serveHook<E extends EventName>(hook: Hook<E>): Promise<never> {
  const log = (text: string): void => writeLine(STDERR, text);
  for (const name of ['log', 'info', 'debug'] as const) console[name] = console.error;
  try {
    const event = JSON.parse(readFileSync(STDIN, 'utf8')) as EventPayload<E>;
    if (event.hook_event_name !== hook.on)
      throw new Error(`asked about ${event.hook_event_name}, written for ${hook.on}`);
    const answer = await hook.run(event, makeVerbs(hook.on, log) as Verbs<E>);
    if (answer) writeLine(STDOUT, JSON.stringify(answer));
    process.exit(0);
  } catch (error) {
    log(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exit(1);
  }
}

function writeLine(descriptor: number, text: string): void {
  let rest: Uint8Array = Buffer.from(`${text}\n`);
  while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
}
