import { integrations } from '@hookmd/agents';
import { reportAgent } from '../agents/agent-report.ts';
import type { AgentSection } from './agent/agent-section.ts';
import { hooks } from './agent/hooks.ts';
import { lastEvent } from './agent/last-event.ts';
import { launcher } from './agent/launcher.ts';
import { runtime } from './agent/runtime.ts';
import { settings } from './agent/settings.ts';
import { drill } from './agent/test-event.ts';
import { trust } from './agent/trust.ts';
import { entriesOf } from './entries.ts';
import { conclude, type Examined } from './examine.ts';
import type { Patient, SectionReport } from './section.ts';
import { isUnreadable } from './wiring.ts';

/** What their links say follows from what stands in the settings of the agent. */
const readFromSettings: ReadonlySet<string> = new Set(['trust', 'launcher', 'drill', 'hooks']);
const notLookedAt: SectionReport = { summary: 'not looked at', findings: [], isSkipped: true };

/** From the agent to the hooks: what is broken first is why nothing happens behind it. */
const chain: Readonly<Record<string, AgentSection>> = {
  settings,
  trust,
  launcher,
  runtime,
  drill,
  hooks,
  'last event': lastEvent,
};

/** Looks at everything between one agent and the hooks, and sends one event of our own the whole way. */
export async function examineAgent(name: string, patient: Patient): Promise<Examined> {
  const agent = integrations[name];
  if (agent === undefined) throw new Error(`${name} is no agent`);
  const { attach, environment } = patient;
  const report = reportAgent(name, { places: attach, waitedFor: new Set(), path: environment['PATH'] ?? '' });
  const whole = { patient, agent, report, entries: entriesOf(name, patient) };
  const isBlind = isUnreadable(whole.entries);
  const reports = [];
  for (const [section, look] of Object.entries(chain)) {
    const isSkipped = isBlind && readFromSettings.has(section);
    reports.push({ section, ...(isSkipped ? notLookedAt : await look(whole)) });
  }
  return conclude(reports);
}
