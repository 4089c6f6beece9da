import { isAbsolute } from 'node:path';
import { type Attachment, attachments, type SettingsReading } from '@hookmd/agents';
import { isErrno } from '@hookmd/core/internal/errors/errno';
import { describeError } from '@hookmd/core/internal/errors/hook-error';
import { type Issue, issue } from '@hookmd/core/internal/errors/issue';
import { preflight } from '@hookmd/core/internal/executors/preflight';
import { findProgram } from '@hookmd/core/internal/executors/program-file';
import { readCommand } from '@hookmd/core/internal/protocol/command-words';
import type { ActiveHook } from '@hookmd/core/internal/registry/active-set';
import { firedAgent } from '../launcher/launcher-command.ts';
import { readRegularFile } from '../read-regular-file.ts';
import { counted } from '../views/counted.ts';
import type { Patient, Section } from './section.ts';

interface Wire {
  readonly path: string;
  readonly event: string;
  readonly command: string;
}

interface Wiring {
  readonly wires: readonly Wire[];
  readonly findings: readonly Issue[];
}

const MAX_NAMES = 3;

/** Does any agent tell HookMD of its events, of those that hooks wait for, and can it start what it names? */
export const wiring: Section = (patient) => {
  const all = Object.values(attachments).map((agent) => ({ agent, ...wiringOf(agent, patient) }));
  const attached = all.filter(({ wires }) => wires.length > 0);
  const findings = all.flatMap((one) => one.findings);
  if (attached.length > 0) {
    const said = attached.map(
      ({ agent, wires }) =>
        `${agent.name} on ${counted(new Set(wires.map((one) => one.event)).size, 'event')}`,
    );
    return { summary: said.join(', '), findings };
  }
  const [agent] = Object.values(attachments);
  const path = agent?.settingsFiles(patient.seen.places).at(-1) ?? '';
  const none = issue('WIRING_NONE', { agent: agent?.name ?? '', path });
  return { summary: 'no agent is attached', findings: [none, ...findings] };
};

function wiringOf(agent: Attachment, patient: Patient): Wiring {
  const findings: Issue[] = [];
  const wires: Wire[] = [];
  for (const path of agent.settingsFiles(patient.seen.places)) {
    const reading = readSettingsFile(agent, path, findings);
    if (reading === null) continue;
    if (reading.isOff) findings.push(issue('WIRING_OFF', { agent: agent.name, path }, { path }));
    const ours = reading.commands.filter(({ command }) => isOurs(command, agent.name));
    wires.push(...ours.map(({ event, command }) => ({ path, event, command })));
  }
  const broken = [...new Map(wires.map((wire) => [wire.command, wire])).values()].flatMap((wire) =>
    brokenWire(agent, wire, patient),
  );
  return { wires, findings: [...findings, ...broken, ...missedEvents(agent, wires, patient)] };
}

function readSettingsFile(agent: Attachment, path: string, findings: Issue[]): SettingsReading | null {
  try {
    return agent.readSettings(JSON.parse(readRegularFile(path)));
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null;
    // What a parser says quotes the file, and settings of agents hold keys.
    const said = describeError(error);
    const detail =
      error instanceof SyntaxError ? said.replace(/(?:, )?(?:\.\.\.)?".*$/s, ' is no JSON') : said;
    findings.push(
      issue('WIRING_UNREADABLE', { agent: agent.name, detail: detail.replace(/\.$/, '') }, { path }),
    );
    return null;
  }
}

/** The launcher, or `hooks run --agent NAME`, whatever program it is called by. */
function isOurs(command: string, agent: string): boolean {
  const words = wordsOf(command);
  if (firedAgent(words) === agent) return true;
  const named = words.some(
    (word, at) => word === `--agent=${agent}` || (word === '--agent' && words[at + 1] === agent),
  );
  return named && words.includes('run');
}

/** Its program is not there, or the script that it would run. What a shell decides cannot be judged. */
function brokenWire(
  agent: Attachment,
  { command, path, event }: Wire,
  { seen, environment }: Patient,
): readonly Issue[] {
  const reading = readCommand(command);
  if (!('words' in reading) || reading.shellSigns.length > 0) return [];
  const [program = '', ...rest] = reading.words;
  const searched = environment['PATH'] ?? '';
  const found = isAbsolute(program) ? program : program.includes('/') ? null : findProgram(program, searched);
  const parameters = { agent: agent.name, event };
  if (found === null) {
    const detail = program.includes('/')
      ? `"${program}" depends on the folder it is called in.`
      : `"${program}" is in no folder of the PATH.`;
    const fix = `Write the whole path of the program in ${path}.`;
    return [issue('WIRING_BROKEN', { ...parameters, detail, fix }, { path })];
  }
  const judged = preflight([found, ...rest], seen.places.projectDir, searched);
  if (judged.ok) return [];
  return [
    issue(
      'WIRING_BROKEN',
      {
        ...parameters,
        detail: judged.message,
        fix: `${judged.remedy.replace(/\.?$/, '.')} It is named in ${path}.`,
      },
      { path },
    ),
  ];
}

/** Events that hooks here wait for, that the agent fires, and that it was not asked to pass on. */
function missedEvents(agent: Attachment, wires: readonly Wire[], { expected }: Patient): readonly Issue[] {
  const [first] = wires;
  if (first === undefined) return [];
  const passed = new Set(wires.map(({ event }) => agent.eventOf(event)));
  const waiting = new Map<string, ActiveHook[]>();
  for (const hook of [...expected.user.hooks, ...expected.project.hooks]) {
    for (const { event } of hook.events) {
      if (!passed.has(event) && agent.fires(event)) waiting.set(event, [...(waiting.get(event) ?? []), hook]);
    }
  }
  if (waiting.size === 0) return [];
  const names = [...new Set([...waiting.values()].flat().map(({ qualifiedName }) => qualifiedName))];
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  const hooks = names.slice(0, MAX_NAMES).join(', ') + more;
  const events = [...waiting.keys()].join(', ');
  const { event: known, path } = first;
  return [issue('WIRING_MISSES_EVENT', { agent: agent.name, events, hooks, known, path }, { path })];
}

function wordsOf(command: string): readonly string[] {
  const reading = readCommand(command);
  return 'words' in reading ? reading.words : command.split(/\s+/);
}
