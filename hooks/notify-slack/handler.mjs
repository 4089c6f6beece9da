import { readFileSync } from 'node:fs';
import { readAddress } from './address.mjs';
import { messageOf } from './message.mjs';

const TIMEOUT_MS = 3_000;
const options = {
  hosts: [],
  events: ['Stop', 'Notification'],
  ...JSON.parse(process.env.HOOK_OPTIONS ?? '{}'),
};
const event = JSON.parse(readFileSync(0, 'utf8'));

if (options.events.includes(event.hook_event_name)) await post(event);

async function post(item) {
  const address = readAddress(process.env.SLACK_WEBHOOK_URL ?? '', options.hosts);
  if ('problem' in address) return fail(`SLACK_WEBHOOK_URL ${address.problem}; nothing was sent`);
  try {
    const response = await fetch(address.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: messageOf(item) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) fail(`Slack returned ${response.status}`);
    await response.body?.cancel();
  } catch (error) {
    // The system's message may contain the URL: print only the kind of failure.
    fail(`Slack could not be reached: ${error.cause?.code ?? error.name}`);
  }
}

/** Prints for the event log. An observer that fails changes nothing else. */
function fail(message) {
  console.error(message);
  process.exitCode = 1;
}
