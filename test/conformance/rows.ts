import { packages } from './a-package.ts';
import { discovery } from './b-discovery.ts';
import { enablement } from './c-enablement.ts';
import { events } from './d-events.ts';
import { payloads } from './e-payloads.ts';
import { protocol } from './f-protocol.ts';
import { otherForms } from './fo-forms.ts';
import { results } from './g-results.ts';
import { order } from './h-order.ts';
import { conditions } from './i-conditions.ts';
import type { Section } from './ids.ts';
import { modes } from './j-modes.ts';
import { async } from './k-async.ts';
import { kodeletTests } from './kt-kodelet.ts';
import { errors } from './l-errors.ts';
import { cli } from './m-cli.ts';
import { sdk } from './n-sdk.ts';
import { observability } from './o-observability.ts';
import { contradictions } from './p-contradictions.ts';
import type { Row } from './row.ts';

/** Every row, by the prefix of its section. */
export const rows: Readonly<Record<Section['prefix'], readonly Row[]>> = {
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
  L: errors,
  'M-': cli,
  N: sdk,
  O: observability,
  X: contradictions,
  FO: otherForms,
  KT: kodeletTests,
};
