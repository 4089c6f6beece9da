import { readFileSync, writeSync } from 'node:fs';
import { evaluateEvent } from './evaluate.mjs';

const reason = evaluateEvent(
  JSON.parse(readFileSync(0, 'utf8')),
  JSON.parse(process.env.HOOK_OPTIONS ?? '{}'),
);
if (reason !== null) writeSync(1, JSON.stringify({ decision: 'block', reason }));
