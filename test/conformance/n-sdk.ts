import { issues } from './issues.ts';
import type { PendingCase, Row } from './row.ts';

const inALoop = (says: string): PendingCase => ({ says, pending: issues.library });

export const sdk: readonly Row[] = [
  {
    id: 'N1',
    source: 'Kodelet',
    says: 'A hook is any executable',
    cases: [
      {
        says: 'sh, Python and Node answer alike, by their first line and as an argument',
        hooks: [
          { name: 'a-sh', prints: { systemMessage: 'sh' } },
          {
            name: 'b-node',
            front: { command: './handler.mjs' },
            files: {
              'handler.mjs': {
                text: '#!/usr/bin/env node\nprocess.stdin.resume().on("end", () => console.log(JSON.stringify({ systemMessage: "node" })));\n',
                mode: 0o755,
              },
            },
          },
          {
            name: 'c-python',
            front: { command: 'python3 ./handler.py' },
            files: {
              'handler.py':
                'import json, sys\nevent = json.load(sys.stdin)\nprint(json.dumps({"systemMessage": "python " + event["tool_name"]}))\n',
            },
          },
        ],
        expect: { userMessages: ['sh', 'node', 'python Bash'] },
      },
      { says: 'a compiled program, and bare executables of each kind', pending: issues.sdk },
    ],
  },
  {
    id: 'N2',
    source: 'ours (mission)',
    says: 'The SDK types events and results, and reads and writes for its author',
    pending: issues.sdk,
  },
  { id: 'N3', source: 'ours', says: 'One handler answers both `hook` and `run`', pending: issues.sdk },
  {
    id: 'N4',
    source: 'pattern page',
    says: 'Registered callbacks have the same executor and outcome',
    cases: [
      { says: 'a callback gives the outcome of a package', pending: issues.seedSystems },
      inALoop('a callback decides inside an agent'),
    ],
  },
  {
    id: 'N5',
    source: 'Kodelet K2',
    says: '`builtin:compact-trigger` asks for compaction at the threshold',
    cases: [
      {
        says: '79.9 %, 80 % and 81 %: no, yes, yes; maximum 0 and disabled: no',
        pending: issues.seedSystems,
      },
      inALoop('the recipe is run'),
    ],
  },
  {
    id: 'N6',
    source: 'Kodelet K2',
    says: 'A compaction is applied at once and kept',
    pending: issues.library,
  },
  {
    id: 'N7',
    source: 'Kodelet K2',
    says: 'Compaction can be asked for by hand, if the host has it',
    pending: issues.library,
  },
  {
    id: 'N8',
    source: 'Kodelet K2',
    says: 'A hook of one’s own can compact at another threshold',
    cases: [
      { says: 'an external after_turn hook at 70 % is registered and fires', pending: issues.seedSystems },
      inALoop('it compacts the conversation'),
    ],
  },
  {
    id: 'N9',
    source: 'ours (Kodelet)',
    says: 'Compaction does not cause compaction',
    pending: issues.library,
  },
  {
    id: 'N10',
    source: 'Kodelet',
    says: 'The six samples of the documents are shipped as packages with tests',
    cases: [
      {
        says: 'Slack notification and follow-up',
        steps: [
          {
            hooks: 'test notify-slack lint-on-stop',
            stdout:
              /^bundled\/notify-slack\n(?: {2}✓ .*\n)+bundled\/lint-on-stop\n(?: {2}✓ .*\n)+✓ \d+ cases of 2 packages: \d+ passed\n$/,
          },
        ],
      },
      { says: 'turn log and custom compaction', pending: issues.sdk },
    ],
  },
  {
    id: 'N11',
    source: 'ours',
    says: "Kodelet's own tests and these rows are a suite for others",
    pending: issues.seedSystems,
  },
];
