import { discovery } from './b-discovery.ts';
import { enablement } from './c-enablement.ts';
import { packages } from './a-package.ts';
import { events } from './d-events.ts';
import { payloads } from './e-payloads.ts';
import { protocol } from './f-protocol.ts';
import { results } from './g-results.ts';
import type { Section } from './ids.ts';
import type { Row } from './row.ts';

/** Every row, by the prefix of its section. */
export const rows: Readonly<Partial<Record<Section['prefix'], readonly Row[]>>> = {
  A: packages,
  B: discovery,
  C: enablement,
  D: events,
  E: payloads,
  F: protocol,
  G: results,
};
