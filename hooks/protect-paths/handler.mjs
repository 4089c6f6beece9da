import { readFileSync, writeSync } from 'node:fs';
import { evaluateEvent } from './evaluate.mjs';

const event = JSON.parse(readFileSync(0, 'utf8'));
const found = evaluateEvent(event, JSON.parse(process.env.HOOK_OPTIONS ?? '{}'));
if (found !== null) writeSync(1, JSON.stringify({ decision: found.decision, reason: found.reason }));
