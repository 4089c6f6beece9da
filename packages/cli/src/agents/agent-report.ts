import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { integrations, registrations } from '@hookmd/agents';
import { isTrace, readEventLog } from '@hookmd/core/event-log';
import { type EventName, eventNames, type Permit } from '@hookmd/core/events';
import { findProgram } from '@hookmd/core/system';
import { type Inspection, inspectIntegration, offBy } from '../attach/inspect-integration.ts';
import { type AttachPlaces, eventsToReport, settingsDirectory } from '../attach/registration-files.ts';

/** How an agent stands to HookMD, from what lies on the disk: nothing is started. */
export interface AgentReport {
  readonly name: string;
  /** Its program in the PATH; null = it is not there. */
  readonly program: string | null;
  /** The folder of its settings of the person, where there is one. */
  readonly settingsDirectory: string | null;
  readonly inspection: Inspection;
  /** The settings files that say it starts no hook at all; of one that is not attached none. */
  readonly offBy: readonly string[];
  /** Whether it starts what it was told to once it starts hooks, as far as its files say; null = it is not attached. */
  readonly trusted: 'yes' | 'no' | 'unknown' | null;
  readonly lastEvent: LastEvent | null;
  /** All that it fires. */
  readonly events: readonly AgentEventReport[];
}

export interface LastEvent {
  /** ISO time. */
  readonly time: string;
  readonly event: EventName;
  readonly traceId: string;
}

interface AgentEventReport {
  readonly event: EventName;
  /** The agent's word for it. */
  readonly native: string;
  /** `never` = an entry for it would do harm, or nothing. */
  readonly told: 'yes' | 'no' | 'on demand' | 'never';
  readonly honours: readonly Permit[];
  readonly halts: boolean;
  /** Null = it waits. */
  readonly budgetMs: number | null;
}

interface ReportFacts {
  readonly places: AttachPlaces;
  /** The events that hooks wait for. */
  readonly waitedFor: ReadonlySet<EventName>;
  /** Where programs are looked for. */
  readonly path: string;
}

export function reportAgent(name: string, { places, waitedFor, path }: ReportFacts): AgentReport {
  const registration = registrations[name];
  const inspection = inspectIntegration(name, waitedFor, places);
  const folder = settingsDirectory(name, 'user', places);
  const program = registration === undefined ? null : findProgram(registration.program, path);
  const isAttached = inspection.events.length > 0;
  const isKnown = program !== null || isAttached;
  return {
    name,
    program,
    settingsDirectory: folder !== null && existsSync(folder) ? folder : null,
    inspection,
    offBy: isAttached ? offBy(inspection) : [],
    trusted: isAttached ? trustOf(inspection) : null,
    // Of one that never was here there is nothing, and to be sure of that the whole journal would have to be read.
    lastEvent: isKnown ? lastEventOf(name, places) : null,
    events: eventsOf(name, inspection),
  };
}

function trustOf({ needs }: Inspection): NonNullable<AgentReport['trusted']> {
  if (needs.some(({ isMet }) => isMet === false)) return 'no';
  return needs.some(({ isMet }) => isMet === null) ? 'unknown' : 'yes';
}

function lastEventOf(agent: string, { stateDir }: AttachPlaces): LastEvent | null {
  const [last] = readEventLog(join(stateDir, 'journal'), { agent, last: 1 }).entries.filter(isTrace);
  return last === undefined ? null : { time: last.time, event: last.event, traceId: last.traceId };
}

function eventsOf(name: string, { events }: Inspection): readonly AgentEventReport[] {
  const agent = integrations[name];
  const usual = eventsToReport(name, new Set());
  const { onDemand = [] } = registrations[name] ?? {};
  const toldOf = (event: EventName): AgentEventReport['told'] => {
    if (events.includes(event)) return 'yes';
    return onDemand.includes(event) ? 'on demand' : usual.includes(event) ? 'no' : 'never';
  };
  return eventNames.flatMap((event) =>
    agent?.fires(event)
      ? [
          {
            event,
            native: agent.nativeOf(event) ?? event,
            told: toldOf(event),
            honours: agent.honours(event),
            halts: agent.halts(event),
            budgetMs: agent.budgetMs(event),
          },
        ]
      : [],
  );
}
