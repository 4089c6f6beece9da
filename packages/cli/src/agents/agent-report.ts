import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { integrations, registrations } from '@hookmd/agents';
import { isTrace, readEventLog } from '@hookmd/core/event-log';
import { type EventName, eventNames, type Permit } from '@hookmd/core/events';
import { findProgram } from '@hookmd/core/system';
import { type Inspection, inspectIntegration, offBy } from '../attach/inspect-integration.ts';
import { type AttachPlaces, eventsToReport, settingsDirectory } from '../attach/registration-files.ts';

/** An agent and its registration, from files alone. */
export interface AgentReport {
  readonly name: string;
  /** Its program on the PATH; null = there is none. */
  readonly program: string | null;
  /** The directory of the user's settings, if it exists. */
  readonly settingsDirectory: string | null;
  readonly inspection: Inspection;
  /** The settings files that disable all hooks, if it is attached. */
  readonly offBy: readonly string[];
  /** Whether the user has done what the agent needs to start the hooks; null = it is not attached. */
  readonly trusted: 'yes' | 'no' | 'unknown' | null;
  readonly lastEvent: LastEvent | null;
  /** All events that it sends. */
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
  /** The agent's name of it. */
  readonly native: string;
  /** `never` = an entry would do harm or nothing. */
  readonly reported: 'yes' | 'no' | 'on demand' | 'never';
  readonly honours: readonly Permit[];
  readonly halts: boolean;
  /** Null = it waits. */
  readonly budgetMs: number | null;
}

interface ReportFacts {
  readonly places: AttachPlaces;
  /** The events that hooks listen to. */
  readonly waitedFor: ReadonlySet<EventName>;
  /** The PATH. */
  readonly path: string;
}

export function reportAgent(name: string, { places, waitedFor, path }: ReportFacts): AgentReport {
  const registration = registrations[name];
  const inspection = inspectIntegration(name, waitedFor, places);
  const directory = settingsDirectory(name, 'user', places);
  const program = registration === undefined ? null : findProgram(registration.program, path);
  const isAttached = inspection.events.length > 0;
  const isKnown = program !== null || isAttached;
  return {
    name,
    program,
    settingsDirectory: directory !== null && existsSync(directory) ? directory : null,
    inspection,
    offBy: isAttached ? offBy(inspection) : [],
    trusted: isAttached ? trustOf(inspection) : null,
    // An agent that is not here has no events, but only reading the whole event log would show that.
    lastEvent: isKnown ? lastEventOf(name, places) : null,
    events: eventsOf(name, inspection),
  };
}

function trustOf({ needs }: Inspection): NonNullable<AgentReport['trusted']> {
  if (needs.some(({ isMet }) => isMet === false)) return 'no';
  return needs.some(({ isMet }) => isMet === null) ? 'unknown' : 'yes';
}

function lastEventOf(agent: string, { stateDir }: AttachPlaces): LastEvent | null {
  const [last] = readEventLog(join(stateDir, 'event-log'), { agent, last: 1 }).entries.filter(isTrace);
  return last === undefined ? null : { time: last.time, event: last.event, traceId: last.traceId };
}

function eventsOf(name: string, { events }: Inspection): readonly AgentEventReport[] {
  const agent = integrations[name];
  const always = eventsToReport(name, new Set());
  const { onDemand = [] } = registrations[name] ?? {};
  const reportOf = (event: EventName): AgentEventReport['reported'] => {
    if (events.includes(event)) return 'yes';
    return onDemand.includes(event) ? 'on demand' : always.includes(event) ? 'no' : 'never';
  };
  return eventNames.flatMap((event) =>
    agent?.supports(event)
      ? [
          {
            event,
            native: agent.nativeOf(event) ?? event,
            reported: reportOf(event),
            honours: agent.honours(event),
            halts: agent.halts(event),
            budgetMs: agent.budgetMs(event),
          },
        ]
      : [],
  );
}
