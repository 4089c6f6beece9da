import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EventName, eventNames, eventRow } from '../../events/events.ts';
import { writeFileAtomic } from '../../state/files.ts';
import type { ActivePart } from './hook-index.ts';

const ENDING = '.must-agree';

/**
 * Writes beside a compiled file, in words that a launcher without Node can read, which events may not go on where nobody
 * can be asked: a line for each, the event, a tab, and the folder in which it holds, nothing = everywhere.
 *
 * What launchers read never changes its form: those that were built by older versions are still there.
 */
export function writeMustAgree(
  partPath: string,
  part: Pick<ActivePart, 'settings' | 'hooks'>,
  projectDir: string | null,
): void {
  // A launcher that cannot read the folder takes the line as one that holds everywhere.
  const folder = projectDir === null || /[\t\n]/.test(projectDir) ? '' : projectDir;
  const lines = mustAgree(part).map((event) => `${event}\t${folder}\n`);
  writeFileAtomic(partPath.replace(/\.json$/, ENDING), lines.join(''), { isMemory: true });
}

/**
 * Whether an event may not go on where nobody can be asked, by what is written down for the state folder: everywhere, or in one of
 * `folders`. What a launcher without Node would say.
 */
export function mustAgreeIn(stateDir: string, event: EventName, folders: readonly string[]): boolean {
  const active = join(stateDir, 'active');
  const files = readdirSync(active).filter((name) => name.endsWith(ENDING));
  const lines = files.flatMap((name) => readFileSync(join(active, name), 'utf8').split('\n'));
  return lines.some((line) => {
    const [name, where] = line.split('\t');
    if (name !== event || where === undefined) return false;
    return where === '' || folders.some((folder) => `${folder}/`.startsWith(`${where}/`));
  });
}

/** Gate events that a guard must agree to, or all where the person wants to be stopped by failures of ours. */
function mustAgree({ settings, hooks }: Pick<ActivePart, 'settings' | 'hooks'>): readonly string[] {
  const gates = eventNames.filter((name) => eventRow(name).class === 'gate');
  if (settings?.onInternalError === 'block') return gates;
  const guards = hooks.filter(({ onFailure }) => onFailure === 'block');
  return gates.filter((name) => guards.some(({ events }) => events.some(({ event }) => event === name)));
}
