/** One call of a handler as the dispatcher makes it. */
import { executors } from '@hookmd/core/hook-types';

export const environment = { PATH: '/usr/bin:/bin' };
export const PAYLOAD = Buffer.from(`${JSON.stringify({ text: 'x'.repeat(1000) })}\n`);

/** `more` is what a runtime adds of its own. */
export async function callRuntime(argv, cwd, more = {}) {
  const result = await executors.command.run({
    argv,
    cwd,
    environment,
    stdin: PAYLOAD,
    timeoutMs: 30_000,
    signal: new AbortController().signal,
    ...more,
  });
  if (result.kind !== 'ended' || result.exitCode !== 0) throw new Error(`the call failed: ${result.reason}`);
}
