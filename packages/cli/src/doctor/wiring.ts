import { integrations } from '@hookmd/agents';
import { type Issue, issue } from '@hookmd/core/errors';
import type { ActiveHook } from '@hookmd/core/hook-index';
import { findDoubleRuns } from '../attach/double-runs.ts';
import { counted } from '../ui/counted.ts';
import { type Entries, entriesOf } from './entries.ts';
import { entryProgram } from './entry-program.ts';
import { lookAtLauncher } from './look-at-launcher.ts';
import type { Finding, Patient, Section } from './section.ts';

const MAX_NAMES = 3;

/** Does any agent tell HookMD of its events, of those that hooks wait for, and can it start what it names? */
export const wiring: Section = (patient) => {
  const all = Object.keys(integrations).map((name) => entriesOf(name, patient));
  const attached = all.filter(({ events }) => events.length > 0);
  const findings = all.flatMap((one): readonly Finding[] => [
    ...findingsOf(one, patient),
    ...untrusted(one),
    // One that is missing is said of what names it.
    ...lookAtLauncher(one, patient).findings.filter(({ code }) => code === 'LAUNCHER_STALE'),
  ]);
  if (attached.length > 0) {
    const said = attached.map(({ agent, events }) => `${agent} on ${counted(events.length, 'event')}`);
    return { summary: said.join(', '), findings };
  }
  // It may well be attached there: nobody knows more before that is mended, and `hooks attach` could not write it either.
  if (all.some(isUnreadable))
    return { summary: 'no agent is attached, as far as their settings can be read', findings };
  const [agent = ''] = Object.keys(integrations);
  return { summary: 'no agent is attached', findings: [issue('WIRING_NONE', { agent }), ...findings] };
};

/** Nothing of ours is seen in its settings, and not all of them can be read. */
export function isUnreadable({ events, files }: Entries): boolean {
  return events.length === 0 && files.some(({ problem }) => problem !== null);
}

/** What the agent itself still waits for, as far as its files say. */
export function untrusted({ agent, needs }: Entries): readonly Issue[] {
  return needs
    .filter(({ isMet }) => isMet === false)
    .map(({ says, remedy }) => issue('AGENT_NOT_TRUSTED', { agent, says: says.replace(/\.$/, ''), remedy }));
}

/** All that is wrong with the settings of one agent, and with what they start. */
export function findingsOf(entries: Entries, patient: Patient): readonly Issue[] {
  const { agent, files } = entries;
  return [
    ...files.flatMap(({ path, problem, isOff }) => [
      ...(problem === null ? [] : [issue('WIRING_UNREADABLE', { agent, detail: problem }, { path })]),
      ...(isOff ? [issue('WIRING_OFF', { agent, path }, { path })] : []),
    ]),
    ...brokenEntries(entries, patient),
    ...missedEvents(entries, patient),
    ...findDoubleRuns(agent, entries.events, patient.seen, patient.attach),
  ];
}

/** Its program is not there, or the script that it would run. What a shell decides cannot be judged. */
function brokenEntries({ agent, commands }: Entries, { attach, environment }: Patient): readonly Issue[] {
  const said = new Set<string>();
  return commands.flatMap(({ command, native, event, path }) => {
    const form = command.replace(native, '');
    if (said.has(form)) return [];
    said.add(form);
    const found = entryProgram(command, { places: attach, path, searched: environment['PATH'] ?? '' });
    if (!('broken' in found)) return [];
    return [issue('WIRING_BROKEN', { agent, event, detail: found.broken, fix: found.fix }, { path })];
  });
}

/** Events that hooks here wait for, that the agent could tell of, and that it was not asked to pass on. */
function missedEvents({ agent, events, files, could }: Entries, { expected }: Patient): readonly Issue[] {
  if (events.length === 0) return [];
  const waiting = new Map<string, ActiveHook[]>();
  for (const hook of [...expected.user.hooks, ...expected.project.hooks]) {
    for (const { event } of hook.events) {
      if (!events.includes(event) && could.includes(event))
        waiting.set(event, [...(waiting.get(event) ?? []), hook]);
    }
  }
  if (waiting.size === 0) return [];
  const names = [...new Set([...waiting.values()].flat().map(({ qualifiedName }) => qualifiedName))];
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  const hooks = names.slice(0, MAX_NAMES).join(', ') + more;
  const path = files.find((one) => one.isOurs)?.path;
  const facts = { agent, events: [...waiting.keys()].join(', '), hooks };
  return [issue('WIRING_MISSES_EVENT', facts, path === undefined ? {} : { path })];
}
