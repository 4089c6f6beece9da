import type { Integration } from '@hookmd/agents';
import type { AgentReport } from '../../agents/agent-report.ts';
import type { Entries } from '../entries.ts';
import type { Patient, SectionReport } from '../section.ts';

/** One agent, and everything that lies between it and the hooks. */
export interface AgentPatient {
  readonly patient: Patient;
  readonly agent: Integration;
  readonly report: AgentReport;
  readonly entries: Entries;
}

/** One link of the chain from the agent to the hooks; a file each. Only the drill starts something. */
export type AgentSection = (patient: AgentPatient) => SectionReport | Promise<SectionReport>;
