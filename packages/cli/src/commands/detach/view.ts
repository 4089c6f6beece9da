import { cleanLine } from '@hookmd/core/text';
import { showsChange } from '../../attach/choose.ts';
import { inspectIntegration } from '../../attach/inspect-integration.ts';
import type { DetachChange, DetachPlan } from '../../attach/plan-detach.ts';
import type { AttachPlaces } from '../../attach/registration-files.ts';
import type { Context } from '../../command-line/context.ts';
import { type Output, wrapUnder } from '../../ui/output.ts';
import { showChange, shownPath } from '../attach/changes-view.ts';

/** The changed lines. */
export function showDetachPlan(context: Context, to: Output, { changes }: DetachPlan): void {
  for (const change of changes) showChange(context, to, change, whatHappens(change));
}

/** The result. */
export function showDetached(
  context: Context,
  { agent, changes, elsewhere, reviewed }: DetachPlan,
  stays: string | null,
  places: AttachPlaces,
): void {
  const { out, err } = context;
  const note = (text: string): void => err.line(wrapUnder(text, err.width, '  '));
  if (changes.length === 0) out.line(`${agent}  is not attached; nothing was changed`);
  else out.line(`${agent}  detached`);
  for (const change of changes)
    out.line(
      wrapUnder(
        `  ${cleanLine(shownPath(context, change.file.path))}  ${whatHappens(change)}`,
        out.width,
        '  ',
      ),
    );
  if (reviewed !== null && stays !== null)
    note(
      `${cleanLine(shownPath(context, reviewed))} still lists removed hooks as reviewed: ${cleanLine(stays)}.`,
    );
  for (const path of elsewhere)
    note(`It is also attached in another project, ${cleanLine(path)}. Run \`hooks detach ${agent}\` there.`);
  for (const { scope, files, events } of inspectIntegration(agent, new Set(), places).scopes)
    for (const { path, entries } of files)
      if (scope === 'managed' && events.length > 0 && entries.length > 0)
        note(`It stays attached for every user of this machine, in ${cleanLine(path)}.`);
  if (changes.length > 0 && showsChange(context))
    note('Open sessions continue to use HookMD until they end.');
}

function whatHappens({ after, isRestored, isRecorded }: DetachChange): string {
  if (after === null) return 'deleted (HookMD created it)';
  if (isRestored) return 'restored';
  const why = isRecorded ? 'it changed since' : 'its original content is not recorded';
  return `only the entries of HookMD are removed: ${why}`;
}
