import type { RegistrationScope } from '@hookmd/agents';
import type { Issue } from '@hookmd/core/errors';
import type { JsonObject } from '@hookmd/core/events';
import { cleanLine } from '@hookmd/core/text';
import { type Inspection, offBy } from '../../attach/inspect-integration.ts';
import type { AttachPlan } from '../../attach/plan-attach.ts';
import { type AttachPlaces, silentEvents } from '../../attach/registration-files.ts';
import type { PlannedReview } from '../../attach/review.ts';
import type { Context } from '../../command-line/context.ts';
import type { Launcher } from '../../launcher/build-launcher.ts';
import { launcherCommand, sharedLauncherCommand } from '../../launcher/launcher-command.ts';
import { alignColumns } from '../../ui/columns.ts';
import { counted } from '../../ui/counted.ts';
import type { Output } from '../../ui/output.ts';
import { wrapUnder } from '../../ui/wrap.ts';
import { changeJson, kindOf, showChange, shownPath, switchedOff } from './changes-view.ts';

const forWhom: Readonly<Record<RegistrationScope, string>> = {
  user: 'for you, in every project',
  project: 'for you, in this project',
  shared: 'for everybody who has this project',
};

/** What the agent would start, at which events, and the lines of its settings that say so. */
export function showAttachPlan(
  context: Context,
  to: Output,
  plan: AttachPlan,
  { places, review }: { readonly places: AttachPlaces; readonly review: PlannedReview | null },
): void {
  const { agent, scope, events, changes } = plan;
  to.line(`${to.paint('bold', agent)}  ${forWhom[scope]}`);
  const rows = [
    ['starts', cleanLine(commandOf(plan, places))],
    ['at', `${counted(events.length, 'event')}: ${events.join(', ')}`],
    ...silentEvents(agent, events).map(({ event, why }) => ['not at', `${event}: ${why}`]),
  ];
  for (const line of alignColumns(rows, { indent: '  ', width: to.width })) to.line(line);
  to.line();
  for (const change of changes) showChange(context, to, change, kindOf(change));
  if (review === null) return;
  const call = `\`${review.review.argv.join(' ')}\``;
  const file = cleanLine(shownPath(context, review.path));
  to.line(wrapUnder(`${file}  ${call} writes there that you have reviewed these hooks`, to.width, '  '));
  to.line();
}

/** How it stands now, and what is still to do. */
export function showAttached(
  context: Context,
  { agent, changes, scope }: AttachPlan,
  inspection: Inspection,
  { launcher, reviewed }: { readonly launcher: Launcher; readonly reviewed: number | null },
): void {
  const { out, err } = context;
  const { events, needs, scopes } = inspection;
  const already = changes.length === 0 ? ' already; nothing was changed' : '';
  out.line(`${agent}  ${out.paint('green', 'attached')} on ${counted(events.length, 'event')}${already}`);
  const say = (text: string): void => err.line(wrapUnder(text, err.width, '  '));
  const others = scopes.filter((one) => one.scope !== scope && one.events.length > 0);
  for (const { files } of others) {
    const paths = files
      .filter(({ entries }) => entries.length > 0)
      .map(({ path }) => shownPath(context, path));
    say(
      `It is attached in ${cleanLine(paths.join(', '))} too: \`hooks detach ${agent}\` takes it out of both.`,
    );
  }
  for (const path of offBy(inspection)) say(`warning: ${switchedOff(context, agent, path)}`);
  if (launcher.problem !== null)
    say(`warning: it starts Node for each event and asks no runtime: ${cleanLine(launcher.problem)}.`);
  if (reviewed !== null)
    say(`${agent} takes all of its hooks for reviewed; before, it did not of ${reviewed}.`);
  const open = needs.filter((one) => one.isMet !== true && one.scope === scope);
  for (const { says, remedy } of open) say(`${says} ${remedy}`);
  if (changes.length > 0) say(`Sessions that are open go on without it: start a new one.`);
}

/** The plan as data, with what it would write; `issues` of severity `error` are why it cannot be. */
export function attachJson(plan: AttachPlan, places: AttachPlaces, warnings: readonly Issue[]): JsonObject {
  const { agent, scope, events, changes, problems } = plan;
  return {
    schema: 'hookmd.attach/1',
    agent,
    scope,
    command: commandOf(plan, places),
    events,
    leftOut: silentEvents(agent, events),
    files: changes.map(changeJson),
    issues: [...problems, ...warnings] as unknown as JsonObject[],
  };
}

function commandOf({ agent, scope }: AttachPlan, places: AttachPlaces): string {
  return scope === 'shared' ? sharedLauncherCommand(agent, 'EVENT') : launcherCommand(agent, 'EVENT', places);
}
