import type { Permit } from '../events/events.ts';
import type { Need } from './manifest.ts';

/** Which permit of the host each need stands for. */
export const needPermit: Readonly<Record<Need, Permit>> = {
  block: 'block',
  'modify-input': 'input',
  'modify-output': 'output',
  context: 'context',
  'follow-up': 'followUp',
  compact: 'replace',
};
