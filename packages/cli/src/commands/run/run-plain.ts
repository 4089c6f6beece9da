import { didYouMean, HookError } from '@hookmd/core/errors';
import { type Decision, type EventName, eventNames, isEventName } from '@hookmd/core/events';
import { cleanLine } from '@hookmd/core/text';
import type { ExitStatus } from '../../command-line/command.ts';
import type { Context } from '../../command-line/context.ts';
import { usage } from '../../command-line/usage.ts';
import { parsePayload, readPayloadBytes } from '../../run/read-payload.ts';
import { interrupted, runEvent } from '../../run/run-event.ts';
import { wrapUnder } from '../../ui/wrap.ts';

/** In our own form: the decision as JSON or for a person; exit 1 where the event may not go on. */
export async function runPlain(context: Context): Promise<ExitStatus> {
  const event = await eventNamed(context.words[0]);
  const payload = parsePayload(readPayloadBytes(context));
  rejectContradiction(event, payload['hook_event_name']);
  const level = context.environment['HOOKMD_LOG'];
  const log = level === undefined ? null : (await import('./log-view.ts')).openRunLog(context.err, level);
  const signal = interrupted();
  const how = { agent: null, signal, watch: log?.watch, daemon: null };
  const { decision, warnings } = await runEvent(context, event, payload, how);
  log?.showDecided(decision);
  if (context.isJson) context.print(decision);
  else (await import('./decision-view.ts')).showDecision(context, decision);
  const { err } = context;
  for (const warning of [...warnings, ...(await unapproved(context, decision))])
    err.line(err.paint('yellow', wrapUnder(`warning: ${cleanLine(warning)}`, err.width, '  ')));
  if (signal.aborted) return 130;
  return decision.decision === 'block' || decision.decision === 'ask' || decision.halt !== null ? 1 : 0;
}

/** Where nobody watches, a repository's hooks that nobody approved are not left out in silence. */
async function unapproved({ environment }: Context, { hooks }: Decision): Promise<readonly string[]> {
  if (!environment['CI'] && !environment['HOOKMD_TRUST_DIGESTS']) return [];
  const skipped = hooks.filter(
    ({ qualifiedName, cause }) => cause === 'UNTRUSTED' && qualifiedName.startsWith('project/'),
  );
  if (skipped.length === 0) return [];
  const { issue } = await import('@hookmd/core/errors');
  const names = skipped.map(({ qualifiedName }) => qualifiedName).join(', ');
  const { message, remedy } = issue('PROJECT_HOOKS_SKIPPED', { names });
  return [`${message} ${remedy}`];
}

async function eventNamed(name: string | undefined): Promise<EventName> {
  if (name === undefined)
    throw usage('`hooks run` needs an event', 'Write `hooks run PreToolUse`; `hooks events` lists all.');
  if (isEventName(name)) return name;
  const { findForeignName } = await import('@hookmd/core/protocols');
  const meant = findForeignName(name)?.events ?? [];
  const suggestion =
    meant.length > 0 ? `Hooks of that name are asked about ${meant.join(' and ')}: fire that. ` : null;
  throw new HookError('EVENT_NOT_FOUND', { name, suggestion: suggestion ?? didYouMean(name, eventNames) });
}

function rejectContradiction(event: EventName, stated: unknown): void {
  if (stated === undefined || stated === event) return;
  const fix = 'Name the same event in both places, or in one.';
  throw new HookError('PAYLOAD', {
    detail: `says it is of the event ${JSON.stringify(stated)}, not ${event}`,
    fix,
  });
}
