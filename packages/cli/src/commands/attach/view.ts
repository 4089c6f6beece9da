import type { RegistrationScope } from '@hookmd/agents';
import type { Issue } from '@hookmd/core/errors';
import type { JsonObject } from '@hookmd/core/events';
import { cleanLine, counted } from '@hookmd/core/text';

import { findManagedProblems } from '../../agents/managed-findings.ts';
import { showsChange } from '../../attach/choose.ts';
import { type Inspection, offBy } from '../../attach/inspect-integration.ts';
import type { AttachPlan } from '../../attach/plan-attach.ts';
import { type AttachPlaces, silentEvents } from '../../attach/registration-files.ts';
import type { PlannedReview } from '../../attach/review.ts';
import type { Context } from '../../command-line/context.ts';
import type { Launcher } from '../../launcher/build-launcher.ts';
import { launcherCommand, sharedLauncherCommand } from '../../launcher/launcher-command.ts';
import { managedCommand } from '../../launcher/managed-command.ts';
import { alignColumns, type Output, wrapUnder } from '../../ui/output.ts';
import { changeJson, kindOf, showChange, shownPath, switchedOff } from './changes-view.ts';

const audiences: Readonly<Record<RegistrationScope, string>> = {
  user: 'for you, in every project',
  project: 'for you, in this project',
  shared: 'for every user of this project',
  managed: 'for every user of this machine',
};

/** The command, the events, and the changed lines. */
export function showAttachPlan(
  context: Context,
  to: Output,
  plan: AttachPlan,
  { places, review }: { readonly places: AttachPlaces; readonly review: PlannedReview | null },
): void {
  const { agent, scope, events, changes } = plan;
  to.line(`${to.paint('bold', agent)}  ${audiences[scope]}`);
  const rows = [
    ['starts', cleanLine(commandOf(plan, places))],
    [`events (${events.length})`, events.join(', ')],
    ...silentEvents(agent, events).map(({ event, why }) => ['left out', `${event}: ${why}`]),
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

/** The result, and what the user still has to do. */
export function showAttached(
  context: Context,
  { agent, changes, scope }: AttachPlan,
  inspection: Inspection,
  {
    launcher,
    reviewed,
    places,
  }: {
    /** Null for managed settings. */
    readonly launcher: Launcher | null;
    readonly reviewed: number | null;
    readonly places: AttachPlaces;
  },
): void {
  const { out, err } = context;
  const { events, needs, scopes } = inspection;
  const already = changes.length === 0 ? ' already; nothing was changed' : '';
  out.line(`${agent}  ${out.paint('green', 'attached')} on ${counted(events.length, 'event')}${already}`);
  const note = (text: string): void => err.line(wrapUnder(text, err.width, '  '));
  const elsewhere = scopes.filter(
    (inspected) =>
      inspected.scope !== scope &&
      inspected.events.length > 0 &&
      ![scope, inspected.scope].includes('managed'),
  );
  for (const { files } of elsewhere) {
    const paths = files
      .filter(({ entries }) => entries.length > 0)
      .map(({ path }) => shownPath(context, path));
    note(`It is also attached in ${cleanLine(paths.join(', '))}. \`hooks detach ${agent}\` removes both.`);
  }
  for (const { message, remedy } of findManagedProblems(inspection, places))
    note(`warning: ${cleanLine(message)} ${remedy}`);
  for (const path of offBy(inspection)) note(`warning: ${switchedOff(context, agent, path)}`);
  if (launcher !== null && launcher.problem !== null)
    note(
      `warning: it starts Node for each event instead of using the daemon: ${cleanLine(launcher.problem)}.`,
    );
  if (reviewed !== null)
    note(`${agent} now lists all of its hooks as reviewed (${reviewed} of them were not).`);
  const open = needs.filter((need) => need.isMet !== true && need.scope === scope);
  for (const { message, remedy } of open) note(`${message} ${remedy}`);
  if (changes.length > 0 && showsChange(context)) note('Open sessions run without hooks. Start a new one.');
}

/** The plan as JSON. `issues` of severity `error` prevent it. */
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
  if (scope === 'managed') return managedCommand(agent, 'EVENT');
  return scope === 'shared' ? sharedLauncherCommand(agent, 'EVENT') : launcherCommand(agent, 'EVENT', places);
}
