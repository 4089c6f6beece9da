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

async function post(one) {
  const address = readAddress(process.env.SLACK_WEBHOOK_URL ?? '', options.hosts);
  if ('problem' in address) return fail(`SLACK_WEBHOOK_URL ${address.problem}; nothing was sent`);
  try {
    const response = await fetch(address.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: messageOf(one) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) fail(`Slack answered ${response.status}`);
    await response.body?.cancel();
  } catch (error) {
    // A message of the system may name the address: say only what kind of failure it was.
    fail(`Slack could not be reached: ${error.cause?.code ?? error.name}`);
  }
}

/** For the journal. An observer that fails changes nothing else. */
function fail(what) {
  console.error(what);
  process.exitCode = 1;
}
