import type { HookSpec } from '../support/hook-package.ts';
import { approvedTable } from './approved-table.ts';
import type { Row } from './row.ts';
import { blocksInTheSeeds, inTheSeeds, kodelet, microclaw, ofTheSeeds, rfc } from './seed-fronts.ts';

const claude = { protocol: 'claude' } as const;

const fired = (session_id: string): string =>
  JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id,
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
  });

/** One script under both protocols that run now. */
const inBoth = (hook: Omit<HookSpec, 'name'>): readonly HookSpec[] => [
  { ...hook, name: 'in-hookmd' },
  { ...hook, name: 'in-claude', front: { ...hook.front, ...claude } },
];

export const protocol: readonly Row[] = [
  {
    id: 'F1',
    source: 'Kodelet',
    says: 'A kodelet hook is started with the argument `run`, reads JSON on stdin and writes JSON on stdout',
    cases: [
      {
        says: '`run` is its only argument, behind those of the manifest',
        hooks: [
          { name: 'alone', front: kodelet, prints: { blocked: false } },
          { name: 'with-words', front: { ...kodelet, command: ['./handler.sh', 'a b'] } },
        ],
        expect: {
          argvOf: { alone: [/\/handler\.sh$/, 'run'], 'with-words': [/\/handler\.sh$/, 'a b', 'run'] },
          stdinOf: { alone: { event: 'before_tool_call' } },
          outcomes: { alone: 'success', 'with-words': 'success' },
        },
      },
    ],
  },
  {
    id: 'F2',
    source: 'all four',
    says: 'Exit 0 with nothing on stdout is no opinion and no change',
    cases: [
      {
        says: 'a hook that prints nothing and exits with 0 has no opinion',
        hooks: inBoth({ exits: 0 }),
        expect: {
          ranInAnyOrder: ['in-claude', 'in-hookmd'],
          outcomes: { 'in-hookmd': 'success', 'in-claude': 'success' },
          host: '',
        },
      },
      {
        says: 'kodelet, microclaw-rfc and microclaw: exit 0 and no output is no opinion',
        hooks: inTheSeeds({ exits: 0 }),
        expect: {
          ranInAnyOrder: ['in-kodelet', 'in-microclaw', 'in-rfc'],
          outcomes: ofTheSeeds('success'),
          host: '',
        },
      },
    ],
  },
  {
    id: 'F3',
    source: 'all four',
    says: 'Exit 0 with JSON on stdout is the answer in the form of its protocol',
    cases: [
      {
        says: 'hookmd: a JSON answer at exit 0 decides',
        hooks: [{ name: 'guard', prints: { decision: 'block', reason: 'not today' } }],
        expect: {
          decision: 'block',
          reason: 'not today',
          decidedBy: ['user/guard'],
          outcomes: { guard: 'blocking' },
          host: {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              permissionDecision: 'deny',
              permissionDecisionReason: 'not today',
            },
          },
        },
      },
      {
        says: 'claude: a JSON answer at exit 0 decides',
        hooks: [
          {
            name: 'guard',
            front: claude,
            prints: {
              hookSpecificOutput: {
                hookEventName: 'PreToolUse',
                permissionDecision: 'deny',
                permissionDecisionReason: 'not today',
              },
            },
          },
        ],
        expect: { decision: 'block', reason: 'not today', outcomes: { guard: 'blocking' } },
      },
      ...blocksInTheSeeds('not today')
        .filter(({ exits }) => exits === undefined)
        .map((hook) => ({
          says: `${hook.front?.protocol}: a JSON answer at exit 0 decides`,
          hooks: [hook],
          expect: { decision: 'block', reason: 'not today', outcomes: { [hook.name]: 'blocking' } } as const,
        })),
      {
        says: 'microclaw-rfc: a JSON answer at exit 0 changes, and never blocks',
        hooks: [{ name: 'hook', front: rfc, prints: { arguments: { command: 'ls -l' }, action: 'block' } }],
        config: { allow: { modify: { Bash: ['command'] } } },
        expect: {
          input: { command: 'ls -l' },
          changed: ['command'],
          runs: {
            hook: { outcome: 'success', warnings: [/^microclaw-rfc: `action` has no effect.*exit 1/] },
          },
        },
      },
      {
        says: 'kodelet: keys count in any case, a null counts as nothing, and two spellings of one are a failure',
        hooks: [
          { name: 'a-null', front: kodelet, prints: { blocked: false, reason: null, input: null } },
          {
            name: 'b-twice',
            front: kodelet,
            prints: '{"blocked":true,"Blocked":false,"reason":"no"}',
          },
          { name: 'c-upper', front: kodelet, prints: { Blocked: true, REASON: 'no' } },
        ],
        expect: {
          decision: 'block',
          reason: 'no',
          decidedBy: ['user/c-upper'],
          outcomes: { 'a-null': 'success', 'b-twice': 'non_blocking_error BAD_OUTPUT' },
        },
      },
      {
        says: 'kodelet: a block without a reason, or with null for one, is a block, with a warning',
        hooks: [{ name: 'hook', front: kodelet, prints: { blocked: true, reason: null } }],
        expect: {
          decision: 'block',
          reason: 'blocked by hook',
          runs: { hook: { outcome: 'blocking', warnings: [/without a `reason`/] } },
        },
      },
    ],
  },
  {
    id: 'F4',
    source: 'Kodelet K2',
    says: 'Exit 0 with something that is not one JSON document is a failure, never a decision',
    cases: [
      {
        says: 'hookmd: text after a JSON document makes the run a failure',
        hooks: [{ name: 'guard', prints: '{"decision":"block"} x' }],
        expect: {
          failedOpen: ['user/guard'],
          outcomes: { guard: 'non_blocking_error BAD_OUTPUT' },
          runs: { guard: { reason: /JSON/ } },
        },
      },
      {
        says: 'hookmd: plain text, two documents, a list and bytes that are not UTF-8 are failures',
        hooks: [
          { name: 'text', prints: 'block this' },
          { name: 'two', prints: '{"decision":"block"}{"decision":"block"}' },
          { name: 'list', prints: [{ decision: 'block' }] },
          { name: 'bytes', does: `printf '{"reason":"\\377"}'` },
        ],
        expect: {
          failedOpen: ['user/bytes', 'user/list', 'user/text', 'user/two'],
          outcomes: {
            text: 'non_blocking_error BAD_OUTPUT',
            two: 'non_blocking_error BAD_OUTPUT',
            list: 'non_blocking_error BAD_OUTPUT',
            bytes: 'non_blocking_error BAD_OUTPUT',
          },
        },
      },
      {
        says: 'hookmd: an answer of the wrong type is a failure',
        hooks: [{ name: 'guard', prints: { decision: true } }],
        expect: { failedOpen: ['user/guard'], outcomes: { guard: 'non_blocking_error BAD_OUTPUT' } },
      },
      {
        says: 'claude: plain text is context for the model where a prompt is submitted',
        event: 'UserPromptSubmit',
        hooks: [{ name: 'branch', front: claude, prints: 'The branch is main.\n' }],
        expect: {
          context: ['The branch is main.'],
          outcomes: { branch: 'success' },
          host: {
            hookSpecificOutput: {
              hookEventName: 'UserPromptSubmit',
              additionalContext: 'The branch is main.',
            },
          },
        },
      },
      {
        says: 'claude: plain text is context for the model where a session starts',
        event: 'SessionStart',
        hooks: [{ name: 'branch', front: claude, prints: 'The branch is main.' }],
        expect: { context: ['The branch is main.'], outcomes: { branch: 'success' } },
      },
      {
        says: 'claude: the instructions of a team are context as a whole',
        event: 'SessionStart',
        hooks: [{ name: 'rules', front: claude, prints: 'A rule. '.repeat(2_000).trim() }],
        expect: { context: ['A rule. '.repeat(2_000).trim()] },
      },
      {
        says: 'claude: plain text on other events is a note for the log and decides nothing',
        hooks: [{ name: 'chatty', front: claude, prints: 'block deny no' }],
        expect: { outcomes: { chatty: 'success' }, host: '' },
      },
      {
        says: 'kodelet: `{"blocked":true} x` is no decision and a failure',
        hooks: [{ name: 'hook', front: kodelet, prints: '{"blocked":true} x' }],
        expect: {
          failedOpen: ['user/hook'],
          outcomes: { hook: 'non_blocking_error BAD_OUTPUT' },
          runs: { hook: { reason: /JSON.*in the kodelet protocol$/ } },
        },
      },
      {
        says: 'kodelet and microclaw-rfc: text, a list and a value of the wrong type are failures',
        hooks: (
          [
            ['kodelet-text', kodelet, 'block this'],
            ['kodelet-list', kodelet, [{ blocked: true }]],
            ['kodelet-type', kodelet, { blocked: 'true', reason: 'no' }],
            ['rfc-text', rfc, 'block this'],
            ['rfc-list', rfc, [{ arguments: {} }]],
            ['rfc-type', rfc, { arguments: 'ls' }],
          ] as const
        ).map(([name, front, prints]) => ({ name, front, prints })),
        expect: {
          failedOpen: [
            'user/kodelet-list',
            'user/kodelet-text',
            'user/kodelet-type',
            'user/rfc-list',
            'user/rfc-text',
            'user/rfc-type',
          ],
          runs: {
            'kodelet-type': { cause: 'BAD_OUTPUT', reason: /`blocked` must be true or false/ },
            'rfc-type': { cause: 'BAD_OUTPUT', reason: /`arguments` must be an object.*microclaw-rfc/ },
          },
        },
      },
    ],
  },
  {
    id: 'F5',
    source: 'HookMD (Kodelet: error)',
    says: 'Whitespace on stdout is the same as nothing',
    cases: [
      {
        says: 'an empty line on stdout is no opinion',
        hooks: inBoth({ does: `echo; printf ' \\t\\r\\n'` }),
        expect: { outcomes: { 'in-hookmd': 'success', 'in-claude': 'success' } },
      },
      {
        says: 'kodelet, microclaw-rfc and microclaw: whitespace on stdout is no opinion',
        hooks: inTheSeeds({ does: `echo; printf ' \\t\\r\\n'` }),
        expect: { outcomes: ofTheSeeds('success') },
      },
    ],
  },
  {
    id: 'F6',
    source: 'Kodelet, MicroClaw RFC, pattern page: three answers',
    says: 'Exit 1 is a failure, except in microclaw-rfc, where it blocks',
    cases: [
      {
        says: 'exit 1 is a failure in hookmd and claude, and stderr is no reason for anything',
        hooks: inBoth({ stderr: 'would block elsewhere', exits: 1 }),
        expect: {
          failedOpen: ['user/in-claude', 'user/in-hookmd'],
          outcomes: { 'in-hookmd': 'non_blocking_error EXIT', 'in-claude': 'non_blocking_error EXIT' },
          runs: { 'in-hookmd': { exitCode: 1 } },
        },
      },
      {
        says: 'microclaw-rfc: exit 1 blocks, and stderr is the reason',
        hooks: [{ name: 'hook', front: rfc, stderr: 'not in here', exits: 1 }],
        expect: {
          decision: 'block',
          reason: 'not in here',
          decidedBy: ['user/hook'],
          runs: { hook: { outcome: 'blocking', exitCode: 1 } },
          host: {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              permissionDecision: 'deny',
              permissionDecisionReason: 'not in here',
            },
          },
        },
      },
      {
        says: 'microclaw-rfc: exit 1 without a word names the hook',
        hooks: [{ name: 'hook', front: rfc, exits: 1 }],
        expect: { decision: 'block', reason: 'blocked by hook' },
      },
      {
        says: 'kodelet and microclaw: exit 1 is a failure',
        hooks: inTheSeeds({ stderr: 'would block elsewhere', exits: 1 }).filter(
          ({ name }) => name !== 'in-rfc',
        ),
        expect: {
          failedOpen: ['user/in-kodelet', 'user/in-microclaw'],
          outcomes: {
            'in-kodelet': 'non_blocking_error EXIT',
            'in-microclaw': 'non_blocking_error EXIT',
          },
          runs: {
            'in-kodelet': { reason: /in the kodelet protocol only JSON with `"blocked": true`/ },
            'in-microclaw': { reason: /in the microclaw protocol only JSON with `"action": "block"`/ },
          },
        },
      },
    ],
  },
  {
    id: 'F7',
    source: 'pattern page',
    says: 'Exit 2 blocks in hookmd and claude, with stderr as the reason; it is a failure elsewhere, and where a shell so reports a mistake in its script',
    cases: [
      {
        says: 'hookmd: exit 2 blocks and the model hears stderr',
        hooks: [{ name: 'guard', stderr: 'use git push without -f', exits: 2 }],
        expect: {
          decision: 'block',
          reason: 'use git push without -f',
          decidedBy: ['user/guard'],
          runs: { guard: { outcome: 'blocking', exitCode: 2 } },
          host: {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              permissionDecision: 'deny',
              permissionDecisionReason: 'use git push without -f',
            },
          },
        },
      },
      {
        says: 'claude: exit 2 blocks and the model hears stderr',
        hooks: [{ name: 'guard', front: claude, stderr: 'not here', exits: 2 }],
        expect: {
          decision: 'block',
          reason: 'not here',
          runs: { guard: { outcome: 'blocking', exitCode: 2 } },
        },
      },
      {
        says: 'exit 2 without a word on stderr blocks too',
        hooks: [{ name: 'guard', exits: 2 }],
        expect: { decision: 'block', reason: /./ },
      },
      {
        says: 'a script that its shell cannot read has decided nothing, and fails closed where its manifest wants that',
        hooks: [
          ...inBoth({
            files: { 'handler.sh': { text: '#!/bin/sh\nif true; then\n  exit 2\n', mode: 0o755 } },
          }),
          {
            name: 'closed',
            // Last, because its block cancels the hooks that still run.
            front: { onFailure: 'block', priority: 101 },
            does: 'set -u; echo "$MY_TOKEN" >/dev/null',
          },
        ],
        config: { hooks: { concurrency: 1 } },
        expect: {
          decision: 'block',
          reason: /closed.*handler\.sh:\d+ uses \$MY_TOKEN, which is not set/,
          outcomes: {
            closed: 'non_blocking_error SCRIPT_ERROR',
            'in-hookmd': 'non_blocking_error SCRIPT_ERROR',
            'in-claude': 'non_blocking_error SCRIPT_ERROR',
          },
        },
      },
      {
        says: 'a guard that quotes such a report of another script blocks',
        hooks: inBoth({ stderr: 'deploy.sh: line 4: syntax error: unexpected end of file', exits: 2 }),
        expect: { decision: 'block', reason: /deploy\.sh: line 4/ },
      },
      {
        says: 'claude: exit 2 does not block a permission request; hookmd does',
        event: 'PermissionRequest',
        hooks: inBoth({ stderr: 'no', exits: 2 }),
        config: { hooks: { concurrency: 1 } },
        expect: {
          decision: 'block',
          decidedBy: ['user/in-hookmd'],
          reason: 'no',
          outcomes: { 'in-claude': 'non_blocking_error EXIT', 'in-hookmd': 'blocking' },
          host: {
            hookSpecificOutput: {
              hookEventName: 'PermissionRequest',
              decision: { behavior: 'deny', message: 'no' },
            },
          },
        },
      },
      {
        says: 'kodelet, microclaw-rfc and microclaw: exit 2 is a failure, and says how to block',
        hooks: inTheSeeds({ stderr: 'would block elsewhere', exits: 2 }),
        expect: {
          failedOpen: ['user/in-kodelet', 'user/in-microclaw', 'user/in-rfc'],
          outcomes: ofTheSeeds('non_blocking_error EXIT'),
          runs: ofTheSeeds({
            exitCode: 2,
            reason: /in the (kodelet|microclaw|microclaw-rfc) protocol .* blocks/,
          }),
        },
      },
    ],
  },
  {
    id: 'F8',
    source: 'Kodelet, pattern page',
    says: 'Any other exit status, and death by a signal, is a failure that blocks nothing',
    cases: [
      {
        says: 'exit 3, 126, 127 and 255 are failures',
        hooks: [3, 126, 127, 255].map((exits) => ({ name: `exits-${exits}`, stderr: 'no', exits })),
        expect: {
          failedOpen: ['user/exits-126', 'user/exits-127', 'user/exits-255', 'user/exits-3'],
          runs: {
            'exits-3': { outcome: 'non_blocking_error', cause: 'EXIT', exitCode: 3 },
            'exits-126': { outcome: 'non_blocking_error', cause: 'EXIT', exitCode: 126 },
            'exits-127': { outcome: 'non_blocking_error', cause: 'EXIT', exitCode: 127 },
            'exits-255': { outcome: 'non_blocking_error', cause: 'EXIT', exitCode: 255 },
          },
        },
      },
      {
        says: 'a hook that dies by SIGKILL or SIGTERM has failed',
        hooks: [
          { name: 'killed', does: 'kill -KILL $$' },
          { name: 'terminated', does: 'trap - EXIT; kill -TERM $$' },
        ],
        expect: {
          failedOpen: ['user/killed', 'user/terminated'],
          outcomes: { killed: 'non_blocking_error SIGNAL', terminated: 'non_blocking_error SIGNAL' },
          runs: { killed: { exitCode: null, reason: /SIGKILL/ } },
          leavesNothing: true,
        },
      },
      {
        says: 'kodelet, microclaw-rfc and microclaw: any other exit status is a failure, and so is a signal',
        hooks: [
          ...inTheSeeds({ exits: 3 }),
          ...inTheSeeds({ does: 'trap - EXIT; kill -KILL $$' }).map((hook) => ({
            ...hook,
            name: hook.name.replace('in-', 'killed-'),
          })),
        ],
        expect: {
          failedOpen: [
            'user/in-kodelet',
            'user/killed-kodelet',
            'user/in-microclaw',
            'user/in-rfc',
            'user/killed-microclaw',
            'user/killed-rfc',
          ],
          outcomes: {
            ...ofTheSeeds('non_blocking_error EXIT'),
            'killed-kodelet': 'non_blocking_error SIGNAL',
          },
          // A shell in between may say it by its exit status.
          runs: {
            'killed-microclaw': { outcome: 'non_blocking_error' },
            'killed-rfc': { outcome: 'non_blocking_error' },
          },
        },
      },
    ],
  },
  {
    id: 'F9',
    source: 'HookMD',
    says: 'The working directory of a hook is that of the session, in the microclaw protocols the hook folder',
    cases: [
      {
        says: 'hookmd and claude hooks run where the session is, and find their folder in HOOK_DIR',
        hooks: inBoth({ exits: 0 }),
        files: { 'project/deep/er': null },
        payload: { cwd: '<project>/deep/er', tool_name: 'Bash', tool_input: { command: 'ls' } },
        expect: {
          cwdOf: { 'in-hookmd': '<project>/deep/er', 'in-claude': '<project>/deep/er' },
          envOf: {
            'in-hookmd': { HOOK_DIR: '<home>/.hookmd/hooks/in-hookmd', CLAUDE_PROJECT_DIR: undefined },
            'in-claude': { HOOK_DIR: '<home>/.hookmd/hooks/in-claude', CLAUDE_PROJECT_DIR: '<project>' },
          },
          stdinOf: { 'in-hookmd': { cwd: '<project>/deep/er', project_dir: '<project>' } },
        },
      },
      {
        says: 'a relative working directory of the payload counts from that of the command',
        hooks: [{ name: 'where' }],
        files: { 'project/deep/er': null },
        payload: { cwd: 'er', tool_name: 'Bash', tool_input: { command: 'ls' } },
        run: { cwd: 'project/deep' },
        expect: { cwdOf: { where: '<project>/deep/er' }, stdinOf: { where: { cwd: '<project>/deep/er' } } },
      },
      {
        says: 'a working directory that does not exist is replaced by that of the command, with a warning',
        hooks: [{ name: 'where' }],
        payload: { cwd: '<scratch>/gone', tool_name: 'Bash', tool_input: { command: 'ls' } },
        expect: {
          cwdOf: { where: '<project>' },
          stdinOf: { where: { cwd: '<project>' } },
          stderr: /warning: .*gone/,
        },
      },
      {
        says: 'kodelet hooks run where the session is, hooks of the microclaw protocols in their folder',
        hooks: inTheSeeds({ exits: 0 }),
        files: { 'project/deep': null },
        payload: { cwd: '<project>/deep', tool_name: 'Bash', tool_input: { command: 'ls' } },
        expect: {
          cwdOf: {
            'in-kodelet': '<project>/deep',
            'in-rfc': '<home>/.hookmd/hooks/in-rfc',
            'in-microclaw': '<home>/.hookmd/hooks/in-microclaw',
          },
          envOf: {
            'in-kodelet': { HOOK_DIR: '<home>/.hookmd/hooks/in-kodelet' },
            'in-rfc': { HOOK_PROJECT_DIR: '<project>' },
          },
        },
      },
    ],
  },
  {
    id: 'F10',
    source: 'HookMD',
    says: 'What a failing hook printed is no decision, except in claude, where it is read',
    cases: [
      {
        says: 'hookmd: a JSON block beside exit 1 decides nothing',
        hooks: [{ name: 'guard', prints: { decision: 'block', reason: 'no' }, exits: 1 }],
        expect: {
          failedOpen: ['user/guard'],
          outcomes: { guard: 'non_blocking_error EXIT' },
          host: { systemMessage: /user\/guard failed/ },
        },
      },
      {
        says: 'hookmd: a JSON answer beside exit 2 does not soften the block',
        hooks: [
          {
            name: 'guard',
            front: { preApprove: true },
            stderr: 'no',
            prints: { decision: 'allow' },
            exits: 2,
          },
        ],
        expect: { decision: 'block', reason: 'no' },
      },
      {
        says: 'claude: a JSON block beside exit 1 decides',
        hooks: [{ name: 'guard', front: claude, prints: { decision: 'block', reason: 'no' }, exits: 1 }],
        expect: { decision: 'block', reason: 'no', outcomes: { guard: 'blocking' } },
      },
      {
        says: 'kodelet and microclaw: a JSON block beside exit 1 decides nothing',
        hooks: blocksInTheSeeds('no')
          .filter(({ prints }) => prints !== undefined)
          .map((hook) => ({ ...hook, exits: 1 })),
        expect: {
          failedOpen: ['user/in-kodelet', 'user/in-microclaw'],
          outcomes: {
            'in-kodelet': 'non_blocking_error EXIT',
            'in-microclaw': 'non_blocking_error EXIT',
          },
        },
      },
      {
        says: 'microclaw-rfc: what it printed beside exit 1 neither changes anything nor is a reason',
        hooks: [
          { name: 'hook', front: rfc, prints: { arguments: { command: 'x' } }, stderr: 'no', exits: 1 },
        ],
        config: { allow: { modify: { Bash: ['command'] } } },
        expect: { decision: 'block', reason: 'no', input: { command: 'ls' } },
      },
    ],
  },
  {
    id: 'F11',
    source: 'shipped MicroClaw',
    says: 'Only the microclaw protocol tolerates text around its JSON and ignores a decoy `{}`',
    cases: [
      {
        says: 'hookmd: a line before the JSON document makes the run a failure',
        hooks: [{ name: 'guard', prints: 'Welcome!\n{"decision":"block"}' }],
        expect: { failedOpen: ['user/guard'], outcomes: { guard: 'non_blocking_error BAD_OUTPUT' } },
      },
      {
        says: 'microclaw: clean, leading, trailing, decoy and no JSON',
        hooks: [{ name: 'hook', front: { ...microclaw, env: ['LOG', 'SAID'] }, does: 'printf %s "$SAID"' }],
        steps: approvedTable(
          ['hook'],
          [
            ...[
              '{"action":"block","reason":"no"}',
              'Welcome { to } "the shell"!\n{"action":"block","reason":"no"}',
              '{"action":"block","reason":"no"}\nlogout',
              'hello {} {"level":"info"}\n{"action":" BLOCK ","reason":"no"}',
            ].map((SAID) => ({
              fire: 'PreToolUse',
              run: { env: { SAID } },
              expect: { decision: 'block', reason: 'no', outcomes: { hook: 'blocking' } } as const,
            })),
            {
              fire: 'PreToolUse',
              run: { env: { SAID: 'action: block' } },
              expect: {
                failedOpen: ['user/hook'],
                outcomes: { hook: 'non_blocking_error BAD_OUTPUT' },
                runs: { hook: { reason: /no object with `action`.*in the microclaw protocol/ } },
              },
            },
          ],
        ),
      },
      {
        says: 'kodelet and microclaw-rfc: a line before the JSON document makes the run a failure',
        hooks: [
          { name: 'in-kodelet', front: kodelet, prints: 'Welcome!\n{"blocked":true}' },
          { name: 'in-rfc', front: rfc, prints: 'Welcome!\n{"arguments":{}}' },
        ],
        expect: {
          failedOpen: ['user/in-kodelet', 'user/in-rfc'],
          outcomes: {
            'in-kodelet': 'non_blocking_error BAD_OUTPUT',
            'in-rfc': 'non_blocking_error BAD_OUTPUT',
          },
        },
      },
    ],
  },
  {
    id: 'F12',
    source: 'MicroClaw RFC, pattern page',
    says: 'Stderr is the reason of a block by exit code, else only something for the log, and never parsed as an output',
    cases: [
      {
        says: 'stderr beside exit 0 is found in the event log and nowhere else',
        hooks: inBoth({ stderr: '{"decision":"block","reason":"from stderr"}' }),
        expect: {
          outcomes: { 'in-hookmd': 'success', 'in-claude': 'success' },
          runs: { 'in-hookmd': { reason: null } },
          eventLog: {
            decision: 'none',
            hooks: [{ stderrTail: /from stderr/ }, { stderrTail: /from stderr/ }],
          },
          host: '',
        },
      },
      {
        says: 'JSON on stderr beside exit 2 is a text like any other',
        hooks: [{ name: 'guard', stderr: '{"decision":"allow"}', exits: 2 }],
        expect: { decision: 'block', reason: '{"decision":"allow"}' },
      },
      {
        says: 'control characters of stderr reach neither the model nor the terminal',
        hooks: [{ name: 'guard', does: `printf '\\033[2Jno\\007' >&2`, exits: 2 }],
        expect: { decision: 'block', reason: /^\P{Cc}*no\P{Cc}*$/u },
      },
    ],
  },
  {
    id: 'F13',
    source: 'HookMD',
    says: 'No shell is involved unless the manifest or the protocol says so, and then not a login shell',
    cases: [
      {
        says: 'hookmd: a command as text is split into words and no shell reads it',
        hooks: [{ name: 'words', front: { command: `./handler.sh $HOME 'two words' ; touch pwned` } }],
        run: { args: [] },
        expect: {
          argvOf: { words: [/\/handler\.sh$/, '$HOME', 'two words', ';', 'touch', 'pwned'] },
          files: { 'project/pwned': null },
        },
      },
      {
        says: 'hookmd: a command as a list is taken word by word',
        hooks: [{ name: 'words', front: { command: ['./handler.sh', 'a b', '$HOME', '*'] } }],
        expect: { argvOf: { words: [/\/handler\.sh$/, 'a b', '$HOME', '*'] } },
      },
      {
        says: 'hookmd: `shell: true` gives the text to `sh -c`',
        hooks: [{ name: 'shell', front: { command: './handler.sh "$HOME" && touch made', shell: true } }],
        expect: { argvOf: { shell: [/\/handler\.sh$/, '<home>'] }, files: { 'project/made': '' } },
      },
      {
        says: 'claude: the text is given to `sh -c`',
        hooks: [{ name: 'shell', front: { ...claude, command: './handler.sh "$HOME" && touch made' } }],
        expect: { argvOf: { shell: [/\/handler\.sh$/, '<home>'] }, files: { 'project/made': '' } },
      },
      {
        says: 'no profile is read: what it prints does not get into the answer',
        hooks: [
          {
            name: 'in-hookmd',
            front: { command: './handler.sh', shell: true },
            prints: { decision: 'block', reason: 'a' },
          },
          { name: 'in-claude', front: claude, prints: { decision: 'block', reason: 'b' } },
        ],
        files: {
          'home/.profile': 'echo noise; touch "$HOME/profile-was-read"\n',
          'home/.bashrc': 'echo noise; touch "$HOME/profile-was-read"\n',
          'home/.shrc': 'echo noise; touch "$HOME/profile-was-read"\n',
        },
        run: { env: { ENV: '<home>/.shrc', BASH_ENV: '<home>/.shrc' } },
        expect: { decision: 'block', reason: /^[ab]/, files: { 'home/profile-was-read': null } },
      },
      {
        says: 'kodelet: no shell; microclaw-rfc and microclaw: `sh -c`, and no login shell',
        hooks: inTheSeeds({ front: { command: './handler.sh "$HOME" && touch "$HOME/made-$HOOK_NAME"' } }),
        files: { 'home/.profile': 'touch "$HOME/profile-was-read"\n' },
        expect: {
          argvOf: {
            'in-kodelet': [/handler\.sh$/, '$HOME', '&&', 'touch', '$HOME/made-$HOOK_NAME', 'run'],
            'in-rfc': [/handler\.sh$/, '<home>'],
            'in-microclaw': [/handler\.sh$/, '<home>'],
          },
          files: {
            'home/made-in-kodelet': null,
            'home/made-in-rfc': '',
            'home/made-in-microclaw': '',
            'home/profile-was-read': null,
          },
        },
      },
      {
        says: 'bare executables run without a shell, whatever they are called',
        hooks: [{ name: 'a;:>made', asked: 'echo before_tool_call' }],
        files: { 'home/.profile': 'touch "$HOME/profile-was-read"\n' },
        steps: [
          {
            fire: 'PreToolUse',
            expect: {
              ran: ['a;:>made'],
              argvOf: { 'a;:>made': [/\/a;:>made$/, 'run'] },
              files: { 'project/made': null, 'home/profile-was-read': null },
            },
          },
        ],
      },
    ],
  },
  {
    id: 'F14',
    source: 'HookMD',
    says: '`check` warns where a hookmd hook exits with 1 to block',
    cases: [
      {
        says: 'a script that exits with 1 on PreToolUse gets a warning with file and line',
        hooks: [
          {
            name: 'guard',
            files: { 'handler.sh': { text: '#!/bin/sh\nif true; then\n  exit 1\nfi\n', mode: 0o755 } },
          },
        ],
        steps: [
          {
            hooks: 'check --json',
            json: { ok: true },
            issues: [
              {
                code: 'EXIT_ONE_DOES_NOT_BLOCK',
                severity: 'warning',
                path: /guard\/handler\.sh$/,
                line: 3,
                message: /hookmd/,
              },
            ],
          },
        ],
      },
      {
        says: 'a hook with `onFailure: block`, an observer and one that exits with 2 get none',
        hooks: [
          { name: 'closed', front: { onFailure: 'block' }, exits: 1 },
          { name: 'observer', front: { observe: true }, exits: 1 },
          { name: 'right', exits: 2 },
        ],
        steps: [{ hooks: 'check closed observer right --json', json: { ok: true, issues: [] } }],
      },
    ],
  },
  {
    id: 'F15',
    source: 'HookMD (claude-code #80697)',
    says: 'What cannot be started has failed with NOT_RUNNABLE, whatever its interpreter would have exited with',
    cases: [
      {
        says: 'a script that is missing does not block, although its interpreter would exit with 2',
        hooks: [
          { name: 'python', front: { command: ['python3', './missing.py'] } },
          { name: 'shell', front: { command: ['sh', './missing.sh'] } },
        ],
        expect: {
          failedOpen: ['user/python', 'user/shell'],
          outcomes: { python: 'non_blocking_error NOT_RUNNABLE', shell: 'non_blocking_error NOT_RUNNABLE' },
          runs: { python: { reason: /missing\.py/ } },
        },
      },
      {
        says: 'a missing program, a missing interpreter, no exec bit, an empty handler and a CR in `#!` are told apart from a block',
        hooks: [
          { name: 'cr', files: { 'handler.sh': { text: '#!/bin/sh\r\nexit 2\r\n', mode: 0o755 } } },
          { name: 'empty', files: { 'handler.sh': { text: '', mode: 0o755 } } },
          {
            name: 'interpreter',
            files: { 'handler.sh': { text: '#!/nowhere/python\nexit(2)\n', mode: 0o755 } },
          },
          { name: 'plain', files: { 'handler.sh': { text: '#!/bin/sh\nexit 2\n', mode: 0o644 } } },
          { name: 'program', front: { command: ['no-such-program-anywhere'] } },
        ],
        expect: {
          failedOpen: ['user/cr', 'user/empty', 'user/interpreter', 'user/plain', 'user/program'],
          outcomes: {
            cr: 'non_blocking_error NOT_RUNNABLE',
            empty: 'non_blocking_error NOT_RUNNABLE',
            interpreter: 'non_blocking_error NOT_RUNNABLE',
            plain: 'non_blocking_error NOT_RUNNABLE',
            program: 'non_blocking_error NOT_RUNNABLE',
          },
        },
      },
      {
        says: '`onFailure: block` reverses it',
        hooks: [{ name: 'python', front: { command: ['python3', './missing.py'], onFailure: 'block' } }],
        expect: {
          decision: 'block',
          reason: /missing\.py/,
          decidedBy: ['user/python'],
          outcomes: { python: 'non_blocking_error NOT_RUNNABLE' },
        },
      },
      {
        says: '`check` and `info` name the true cause before anything runs',
        hooks: [{ name: 'plain', files: { 'handler.sh': { text: '#!/bin/sh\nexit 2\n', mode: 0o644 } } }],
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: [{ code: 'HANDLER_NOT_RUNNABLE', path: /plain\/HOOK\.md$/, message: /handler\.sh/ }],
          },
          {
            hooks: 'info plain --json',
            json: {
              state: 'ineligible',
              reasons: [{ code: 'HANDLER_NOT_RUNNABLE' }, { code: 'UNAPPROVED' }],
            },
          },
        ],
      },
    ],
  },
  {
    id: 'F16',
    source: 'HookMD',
    says: '`onFailure: block` makes every failure on a blocking event a block',
    cases: [
      {
        says: 'a guard that sleeps past its limit blocks',
        hooks: [{ name: 'slow', front: { onFailure: 'block', timeout: '300ms' }, does: 'sleep 30' }],
        expect: {
          decision: 'block',
          reason: /300 ms/,
          decidedBy: ['user/slow'],
          outcomes: { slow: 'canceled TIMEOUT' },
          withinMs: 6000,
          leavesNothing: true,
          host: {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              permissionDecision: 'deny',
              permissionDecisionReason: /300 ms/,
            },
          },
        },
      },
      {
        says: 'a guard that exits with 1 blocks',
        hooks: [{ name: 'broken', front: { onFailure: 'block' }, exits: 1 }],
        expect: { decision: 'block', outcomes: { broken: 'non_blocking_error EXIT' } },
      },
      {
        says: 'a guard that prints nonsense blocks',
        hooks: [{ name: 'broken', front: { onFailure: 'block' }, prints: 'nonsense' }],
        expect: { decision: 'block', outcomes: { broken: 'non_blocking_error BAD_OUTPUT' } },
      },
      {
        says: 'a hook that may change something blocks when it fails',
        hooks: [
          { name: 'broken', front: { onFailure: 'block', modify: { PreToolUse: ['timeout'] } }, exits: 1 },
        ],
        expect: { decision: 'block', outcomes: { broken: 'non_blocking_error EXIT' } },
      },
      {
        says: 'an observer decides nothing, not even by its failure',
        hooks: [{ name: 'broken', front: { onFailure: 'block', observe: true }, exits: 1 }],
        expect: { failedOpen: ['user/broken'], outcomes: { broken: 'non_blocking_error EXIT' } },
      },
      {
        says: 'of what only watches the approval says that it fails open, and `check` that it cannot block',
        hooks: [
          { name: 'watches', front: { onFailure: 'block', observe: true } },
          { name: 'late', front: { onFailure: 'block', async: true } },
          { name: 'told', front: { onFailure: 'block', events: ['SessionEnd'] } },
          { name: 'guard', front: { onFailure: 'block' } },
        ],
        steps: [
          ...['watches', 'late', 'told'].map((name) => ({
            hooks: `enable ${name} --yes`,
            stderr: /fails {6}open: the call proceeds if it fails/,
          })),
          { hooks: 'enable guard --yes --verbose', stderr: /fails {6}closed: a failure blocks/ },
          {
            hooks: 'check watches --json',
            issues: [{ code: 'MANIFEST_NO_EFFECT', message: /`onFailure`.*`observe`/ }],
          },
        ],
      },
      {
        says: 'on a result event the failure of a transform hook withholds the output, that of a guard is feedback',
        event: 'PostToolUse',
        hooks: [
          { name: 'redactor', front: { onFailure: 'block', modify: { PostToolUse: 'redact' } }, exits: 1 },
          { name: 'reviewer', front: { onFailure: 'block' }, exits: 1 },
        ],
        expect: {
          output: /^\[withheld: redactor/,
          feedback: [/reviewer/],
          ran: ['redactor', 'reviewer'],
        },
      },
      {
        says: 'without it the event goes on, and the decision says who failed',
        hooks: [{ name: 'broken', exits: 1 }],
        expect: {
          failedOpen: ['user/broken'],
          outcomes: { broken: 'non_blocking_error EXIT' },
          eventLog: { failedOpen: ['user/broken'] },
        },
      },
      {
        says: 'the user is told of it once per session, and the call goes on each time',
        hooks: [{ name: 'broken', exits: 1 }],
        steps: [
          { hooks: 'enable broken --yes' },
          {
            hooks: 'run --agent claude-code',
            stdin: fired('s1'),
            stdout: /^\{"systemMessage":"[^"]*user\/broken failed[^"]*"\}\n$/,
          },
          { hooks: 'run --agent claude-code', stdin: fired('s1'), stdout: '' },
          { hooks: 'run --agent claude-code', stdin: fired('s2'), stdout: /user\/broken failed/ },
        ],
      },
    ],
  },
];
