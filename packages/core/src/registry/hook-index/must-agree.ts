import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EventName, eventNames, eventRow } from '../../events/events.ts';
import { writeFileAtomic } from '../../state/files.ts';
import type { ActivePart } from './hook-index.ts';

const ENDING = '.must-agree';

/**
 * Writes beside an index file, in a format that the launcher reads without Node, the events to block where HookMD cannot
 * run: one line per event with a tab and the directory it applies in; an empty directory = everywhere.
 *
 * The format never changes: launchers of older versions read it too.
 */
export function writeMustAgree(
  partPath: string,
  part: Pick<ActivePart, 'settings' | 'hooks'>,
  projectDir: string | null,
): void {
  // A directory that the format cannot express becomes everywhere.
  const directory = projectDir === null || /[\t\n]/.test(projectDir) ? '' : projectDir;
  const lines = mustAgree(part).map((event) => `${event}\t${directory}\n`);
  writeFileAtomic(partPath.replace(/\.json$/, ENDING), lines.join(''), { isMemory: true });
}

/** Whether the launcher would block an event in one of `folders` where HookMD cannot run. */
export function mustAgreeIn(stateDir: string, event: EventName, directories: readonly string[]): boolean {
  const active = join(stateDir, 'active');
  const files = readdirSync(active).filter((name) => name.endsWith(ENDING));
  const lines = files.flatMap((name) => readFileSync(join(active, name), 'utf8').split('\n'));
  return lines.some((line) => {
    const [name, where] = line.split('\t');
    if (name !== event || where === undefined) return false;
    return where === '' || directories.some((directory) => `${directory}/`.startsWith(`${where}/`));
  });
}

/** Events with a guard that fails closed, or all where `onInternalError` is `block`. */
function mustAgree({ settings, hooks }: Pick<ActivePart, 'settings' | 'hooks'>): readonly string[] {
  const before = eventNames.filter((name) => eventRow(name).kind === 'before');
  if (settings?.onInternalError === 'block') return before;
  const guards = hooks.filter(({ onFailure }) => onFailure === 'block');
  return before.filter((name) => guards.some(({ events }) => events.some(({ event }) => event === name)));
}
