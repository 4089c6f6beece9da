import { claude } from './claude.ts';
import type { Wire, WireId } from './wire.ts';

export const wires: Readonly<Record<WireId, Wire>> = { claude };
