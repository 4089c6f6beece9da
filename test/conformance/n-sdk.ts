import type { HookSpec } from '../support/hook-package.ts';
import { approvedTable } from './approved-table.ts';
import { issues } from './issues.ts';
import type { PendingCase, Row } from './row.ts';
import { turnAt } from './turn-payload.ts';

const inALoop = (says: string): PendingCase => ({ says, pending: issues.library });

const compact = { name: 'compact', args: {} } as const;
const asked = { 'builtin:compact-trigger': 'success' } as const;

const compactsAt70: HookSpec = {
  name: 'at-70',
  front: {
    events: ['after_turn'],
    protocol: 'hookmd',
    modify: { after_turn: 'messages' },
    command: ['node', './compact.mjs'],
  },
  files: {
    'compact.mjs': [
      "import { readFileSync } from 'node:fs';",
      'const { usage } = JSON.parse(readFileSync(0));',
      'const { current_context_window: current, max_context_window: max } = usage;',
      "if (max > 0 && current / max > 0.7) console.log(JSON.stringify({ callback: 'compact' }));",
    ].join('\n'),
  },
};

/** `run` reads the payload; `hook` is the question of a bare executable. */
const COMPILED_GUARD = `#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  static char payload[65536];
  if (argc < 2) return 1;
  if (strcmp(argv[1], "hook") == 0) return puts("before_tool_call") < 0;
  fread(payload, 1, sizeof payload - 1, stdin);
  if (strstr(payload, "sudo")) puts("{\\"blocked\\": true, \\"reason\\": \\"no sudo\\"}");
  return 0;
}
`;

/** The same guard as bare executables. */
const BARE_GUARDS = {
  compiled: { text: COMPILED_GUARD, compiles: 'c' },
  'in-node': {
    text: `#!/usr/bin/env node
if (process.argv[2] === 'hook') console.log('before_tool_call');
else {
  const { tool_input } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
  console.log(JSON.stringify({ blocked: tool_input.command.includes('sudo'), reason: 'no sudo' }));
}
`,
    mode: 0o755,
  },
  'in-python': {
    text: `#!/usr/bin/env python3
import json, sys
if sys.argv[1] == "hook":
    print("before_tool_call")
else:
    command = json.load(sys.stdin)["tool_input"]["command"]
    print(json.dumps({"blocked": "sudo" in command, "reason": "no sudo"}))
`,
    mode: 0o755,
  },
  'in-sh': {
    text: `#!/bin/sh
if [ "$1" = hook ]; then echo before_tool_call; exit; fi
if grep -q sudo; then echo '{"blocked": true, "reason": "no sudo"}'; fi
`,
    mode: 0o755,
  },
} as const;

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
      {
        says: 'a compiled program of Kodelet’s protocol',
        needs: ['cc'],
        hooks: [
          {
            name: 'compiled',
            front: { events: ['before_tool_call'], command: './guard' },
            files: { guard: { text: COMPILED_GUARD, compiles: 'c' } },
          },
        ],
        steps: approvedTable(
          ['compiled'],
          [
            {
              fire: 'PreToolUse',
              payload: { tool_name: 'Bash', tool_input: { command: 'sudo ls' } },
              expect: { decision: 'block', reason: 'no sudo' },
            },
            { fire: 'PreToolUse', expect: { outcomes: { compiled: 'success' } } },
          ],
        ),
      },
      {
        says: 'bare executables of each kind answer alike',
        needs: ['cc', 'python3'],
        files: Object.fromEntries(
          Object.entries(BARE_GUARDS).map(([name, file]) => [`home/.kodelet/hooks/${name}`, file]),
        ),
        steps: [
          { hooks: `enable ${Object.keys(BARE_GUARDS).join(' ')} --yes` },
          ...Object.keys(BARE_GUARDS).map((name) => ({
            fire: 'PreToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'sudo ls' } },
            run: { approved: true, args: ['--only', name] },
            expect: { decision: 'block' as const, reason: 'no sudo', decidedBy: [`user/${name}`] },
          })),
          { fire: 'PreToolUse', run: { approved: true }, expect: {} },
        ],
      },
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
        steps: [
          { fire: 'TurnEnd', payload: turnAt(799), expect: { outcomes: asked } },
          { fire: 'TurnEnd', payload: turnAt(800), expect: { callback: compact, outcomes: asked } },
          { fire: 'TurnEnd', payload: turnAt(810), expect: { callback: compact } },
          {
            fire: 'TurnEnd',
            payload: turnAt(810, {}, { max_context_window: 0 }),
            expect: { outcomes: asked },
          },
          {
            fire: 'TurnEnd',
            payload: turnAt(810, { auto_compact_enabled: false }),
            expect: { outcomes: asked },
          },
        ],
      },
      {
        says: 'without a threshold 80 % is one, and without usage nothing is asked for',
        steps: [
          { fire: 'TurnEnd', payload: turnAt(799, { auto_compact_threshold: 0 }), expect: {} },
          {
            fire: 'TurnEnd',
            payload: turnAt(800, { auto_compact_threshold: 0 }),
            expect: { callback: compact },
          },
          { fire: 'TurnEnd', payload: { auto_compact_enabled: true }, expect: { outcomes: asked } },
        ],
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
      {
        says: 'a package that listens to after_turn compacts at 70 %, before the built-in would',
        hooks: [compactsAt70],
        steps: [
          {
            hooks: 'list --event after_turn --json',
            json: { hooks: [{ name: 'at-70', state: 'untrusted' }] },
          },
          { fire: 'TurnEnd', payload: turnAt(700), expect: { ran: [], outcomes: { 'at-70': 'success' } } },
          {
            fire: 'TurnEnd',
            payload: turnAt(710),
            expect: { callback: compact, outcomes: { 'at-70': 'success' } },
          },
        ],
      },
      {
        says: 'kodelet: the hook of its documents, as a package, does so too',
        hooks: [
          {
            name: 'at-70',
            front: { events: ['after_turn'] },
            does: `node -e '
              const { usage } = JSON.parse(require("fs").readFileSync(0));
              if (usage.current_context_window / usage.max_context_window > 0.7)
                console.log(JSON.stringify({ result: "callback", callback: "compact" }));' < "$run.stdin"`,
          },
        ],
        steps: [
          { fire: 'TurnEnd', payload: turnAt(700), expect: { ran: ['at-70'] } },
          { fire: 'TurnEnd', payload: turnAt(710), expect: { callback: compact, ran: ['at-70'] } },
        ],
      },
      { says: 'the bare executable of the documents does so too', pending: issues.seedSystems },
      inALoop('it compacts the conversation'),
    ],
  },
  {
    id: 'N9',
    source: 'ours (Kodelet)',
    says: 'Compaction does not cause compaction',
    cases: [
      {
        says: 'the turns of a recipe, which run with auto-compaction off, ask for none however full they are',
        event: 'TurnEnd',
        payload: turnAt(1000, { auto_compact_enabled: false, invoked_recipe: 'compact' }),
        expect: { outcomes: asked },
      },
      inALoop('one callback comes of one full context'),
    ],
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
