import { closeSync, openSync, readSync } from 'node:fs';
import { issue } from '@hookmd/core/errors';
import { launcherPath } from '../launcher/launcher-command.ts';
import { movedFromLauncher, readLauncherPlaces } from '../launcher/launcher-places.ts';
import type { Entries } from './entries.ts';
import { entryProgram } from './entry-program.ts';
import type { Patient, SectionReport } from './section.ts';

/** The launcher that the settings of an agent name, and what it would start. */
export function lookAtLauncher(entries: Entries, { attach, environment }: Patient): SectionReport {
  if (!namesLauncher(entries, attach, environment['PATH'] ?? ''))
    return { summary: 'its settings name none', findings: [] };
  const path = launcherPath(attach);
  const kind = kindOf(path);
  if (kind === null) {
    // Of what the settings name by its path it is said there.
    const missing = entries.commands.length > 0 ? [] : [issue('LAUNCHER_MISSING', { path }, { path })];
    return { summary: 'there is none', findings: missing };
  }
  const started = readLauncherPlaces(attach);
  const moved = started === null ? `what stands in ${path}.places` : movedFromLauncher(started);
  const findings = moved === null ? [] : [issue('LAUNCHER_STALE', { moved }, { path })];
  return {
    summary: kind === 'script' ? 'a script, since there was no C compiler' : 'native',
    findings: [...findings, ...(kind === 'script' ? [issue('LAUNCHER_SCRIPT', {}, { path })] : [])],
  };
}

function namesLauncher({ events, commands }: Entries, places: Patient['attach'], searched: string): boolean {
  // A module of ours names nothing else.
  if (commands.length === 0) return events.length > 0;
  return commands.some(({ command, path }) => entryProgram(command, { places, path, searched }).isLauncher);
}

function kindOf(path: string): 'native' | 'script' | null {
  try {
    const file = openSync(path, 'r');
    try {
      const head = Buffer.alloc(2);
      readSync(file, head, 0, 2, 0);
      return head.toString('latin1') === '#!' ? 'script' : 'native';
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}
