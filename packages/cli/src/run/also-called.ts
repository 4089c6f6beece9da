import type { Integration } from '@hookmd/agents';
import { readRegularFile } from './read-regular-file.ts';

/** In every command that passes events on: the program of ours, or the option that names the agent. */
const OURS = /hooks-fire|--agent/;

/**
 * Whether the agent may tell of one call a second time, because it also reads settings of another one that name us. Looks at no
 * file for agents that read nobody's.
 */
export function isAlsoCalled(agent: Integration, projectDir: string): boolean {
  return (agent.alsoReads?.({ projectDir }) ?? []).some((path) => OURS.test(textOf(path)));
}

function textOf(path: string): string {
  try {
    return readRegularFile(path);
  } catch {
    return '';
  }
}
