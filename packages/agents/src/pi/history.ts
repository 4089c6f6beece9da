import { readJsonLines } from '../histories/json-lines.ts';
import type { History } from '../history.ts';
import { makeRecordReader } from './records.ts';

/** Sessions of pi, a file each. Source: 0.87.1 as it ran. */
export const history: History = {
  directory: '~/.pi/agent/sessions',
  movedBy: { variable: 'PI_CODING_AGENT_DIR', below: 'sessions' },
  missing: [
    'an input that a hook changed: its calls have the input before that',
    'whether a call failed or a hook blocked it: either is a PostToolUse with an error',
  ],
  isSession: (path) => path.endsWith('.jsonl'),
  read: (path) =>
    readJsonLines(path, () =>
      makeRecordReader(({ content, details, isError }) => ({ content, details, isError })),
    ),
};
