import { packages } from './a-package.ts';
import { discovery } from './b-discovery.ts';
import { enablement } from './c-enablement.ts';
import { events } from './d-events.ts';
import { payloads } from './e-payloads.ts';
import { protocol } from './f-protocol.ts';
import { results } from './g-results.ts';
import { order } from './h-order.ts';
import { conditions } from './i-conditions.ts';
import type { Section } from './ids.ts';
import { modes } from './j-modes.ts';
import { async } from './k-async.ts';
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
  H: order,
  I: conditions,
  J: modes,
  'K-': async,
};
