import { lookAtLauncher } from '../look-at-launcher.ts';
import type { AgentSection } from './agent-section.ts';

/** What the agent starts: is it whole, and is there what it starts itself? */
export const launcher: AgentSection = ({ patient, entries }) => lookAtLauncher(entries, patient);
