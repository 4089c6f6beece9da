import { claude } from './claude/claude.ts';
import type { Wire, WireId } from './format.ts';
import { kodelet } from './kodelet/kodelet.ts';
import { microclaw } from './microclaw/microclaw.ts';
import { microclawRfc } from './microclaw/microclaw-rfc.ts';
import { openclaw } from './openclaw/openclaw.ts';

export const wires: Readonly<Record<WireId, Wire>> = {
  claude,
  kodelet,
  'microclaw-rfc': microclawRfc,
  microclaw,
  openclaw,
};
