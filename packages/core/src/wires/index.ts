import { claude } from './claude.ts';
import { kodelet } from './kodelet.ts';
import { microclaw } from './microclaw.ts';
import { microclawRfc } from './microclaw-rfc.ts';
import { openclaw } from './openclaw.ts';
import type { Wire, WireId } from './wire.ts';

export const wires: Readonly<Record<WireId, Wire>> = {
  claude,
  kodelet,
  'microclaw-rfc': microclawRfc,
  microclaw,
  openclaw,
};
