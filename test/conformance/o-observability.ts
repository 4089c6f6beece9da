import { issues } from './issues.ts';
import type { Row } from './row.ts';

export const observability: readonly Row[] = [
  {
    id: 'O1',
    source: 'pattern page',
    says: 'There is one record per hook and dispatch',
    cases: [
      {
        says: 'the journal has a line per dispatch, and in it every hook with name, mode, source, outcome, duration, exit status and cause',
        event: 'PostToolUse',
        hooks: [
          { name: 'a-fine' },
          { name: 'b-blocks', at: 'project', stderr: 'no', exits: 2 },
          { name: 'c-fails', exits: 3 },
          { name: 'd-observes', front: { observe: true } },
        ],
        payload: {
          session_id: 's1',
          tool_name: 'Bash',
          tool_input: { command: 'ls' },
          tool_response: 'a.txt',
        },
        expect: {
          feedback: ['no'],
          failedOpen: ['user/c-fails'],
          journal: {
            schema: 'hookmd.trace/1',
            traceId: /^[0-9a-f]{32}$/,
            spanId: /^[0-9a-f]{16}$/,
            parentSpanId: null,
            time: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
            event: 'PostToolUse',
            sessionId: 's1',
            projectDir: '<project>',
            tool: { kind: 'shell', name: 'Bash' },
            decision: 'none',
            failedOpen: ['user/c-fails'],
            hooks: [
              {
                name: 'b-blocks',
                qualifiedName: 'project/b-blocks',
                source: 'project',
                mode: 'command',
                phase: 'guard',
                outcome: 'blocking',
                exitCode: 2,
                cause: null,
              },
              {
                name: 'a-fine',
                source: 'user',
                outcome: 'success',
                exitCode: 0,
                cause: null,
                digest: /^sha256:/,
              },
              { name: 'c-fails', outcome: 'non_blocking_error', exitCode: 3, cause: 'EXIT' },
              { name: 'd-observes', phase: 'observe', outcome: 'success', exitCode: 0 },
            ],
          },
        },
      },
      {
        says: 'records hold no values of the payload, and only their owner can read them',
        hooks: [{ name: 'hook' }],
        steps: [
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'echo s3cr3t-value' } },
            expect: { ran: ['hook'] },
          },
          { journal: /^(?!.*s3cr3t)/, mode: 0o600, lines: 1 },
        ],
      },
      {
        says: 'the trace of the caller is continued',
        hooks: [{ name: 'hook' }],
        run: { env: { TRACEPARENT: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' } },
        expect: {
          ran: ['hook'],
          journal: { traceId: '0af7651916cd43dd8448eb211c80319c', parentSpanId: 'b7ad6b7169203331' },
        },
      },
    ],
  },
  {
    id: 'O2',
    source: 'pattern page',
    says: 'Hook spans are children of the span of the turn or tool',
    pending: issues.library,
  },
  {
    id: 'O3',
    source: 'ours',
    says: 'What was not asked is visible, with the reason',
    cases: [
      {
        says: 'the journal and `trace` say for every hook why it was not asked',
        hooks: [
          { name: 'a-matcher', front: { matcher: 'Write' } },
          { name: 'b-condition', front: { if: 'Bash(git *)' } },
          { name: 'c-disabled' },
          { name: 'd-ineligible', front: { requires: { env: ['SLACK_URL'] } } },
          { name: 'e-untrusted' },
          { name: 'f-asked' },
        ],
        steps: [
          { hooks: 'enable a-matcher b-condition c-disabled d-ineligible f-asked --yes' },
          { hooks: 'disable c-disabled' },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: {
              ran: ['f-asked'],
              outcomes: {
                'a-matcher': 'skipped NO_MATCH',
                'b-condition': 'skipped NO_MATCH',
                'c-disabled': 'skipped DISABLED',
                'd-ineligible': 'skipped INELIGIBLE',
                'e-untrusted': 'skipped UNTRUSTED',
                'f-asked': 'success',
              },
              runs: { 'd-ineligible': { reason: /SLACK_URL/ }, 'b-condition': { reason: /Bash\(git \*\)/ } },
            },
          },
          {
            hooks: 'trace --last --json',
            hook: {
              'a-matcher': { outcome: 'skipped', cause: 'NO_MATCH', reason: /matcher/ },
              'b-condition': { outcome: 'skipped', cause: 'NO_MATCH' },
              'c-disabled': { outcome: 'skipped', cause: 'DISABLED' },
              'd-ineligible': { outcome: 'skipped', cause: 'INELIGIBLE' },
              'e-untrusted': { outcome: 'skipped', cause: 'UNTRUSTED' },
              'f-asked': { outcome: 'success' },
            },
          },
          {
            hooks: 'trace --last',
            stdout:
              /(?=[\s\S]*d-ineligible .*not asked.*SLACK_URL)(?=[\s\S]*c-disabled .*not asked.*disabled)(?=[\s\S]*e-untrusted .*not asked.*approved)/,
          },
        ],
      },
      { says: 'a hook whose `once` is spent', pending: issues.seedSystems },
    ],
  },
  {
    id: 'O4',
    source: 'ours (shipped MicroClaw)',
    says: 'A block, a change and an error each leave a record',
    cases: [
      {
        says: 'three events, three lines: who blocked and why, who changed which keys, who failed and of what',
        hooks: [
          { name: 'blocks', front: { if: 'Bash(rm *)' }, stderr: 'no deletion', exits: 2 },
          {
            name: 'changes',
            front: { if: 'Bash(ls*)', modify: { PreToolUse: ['command'] } },
            prints: { hookSpecificOutput: { updatedInput: { command: 'ls -l' } } },
          },
          { name: 'fails', front: { if: 'Bash(make*)' }, exits: 9 },
        ],
        steps: [
          { hooks: 'enable blocks changes fails --yes' },
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'rm x' } },
            run: { approved: true },
            expect: {
              decision: 'block',
              reason: 'no deletion',
              journal: { decision: 'block', reason: 'no deletion' },
            },
          },
          { hooks: 'trace --last', stdout: /blocked by blocks[\s\S]*no deletion/ },
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'ls' } },
            run: { approved: true },
            expect: { input: { command: 'ls -l' }, changed: ['command'] },
          },
          { hooks: 'trace --last --json', hook: { changes: { outcome: 'success', changed: ['command'] } } },
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'make' } },
            run: { approved: true },
            expect: { failedOpen: ['user/fails'] },
          },
          {
            hooks: 'trace --last --json',
            hook: { fails: { outcome: 'non_blocking_error', cause: 'EXIT', exitCode: 9 } },
          },
          { journal: /"decision":"block"[\s\S]*"changed":\["command"\][\s\S]*"cause":"EXIT"/, lines: 3 },
        ],
      },
    ],
  },
  {
    id: 'O5',
    source: 'ours',
    says: '`list` shows the last run, and "never ran"',
    pending: issues.dailyTools,
  },
  {
    id: 'O6',
    source: 'Kodelet K2',
    says: 'The guides say what hooks may access, whose permissions they have, and what trust means',
    cases: [
      {
        says: 'a guide has a section on access, permissions, precedence and trust',
        steps: [
          {
            page: 'guides/security.md',
            sections: {
              Access: /files[\s\S]*network[\s\S]*variables/,
              Permissions: /As you, outside your agent's sandbox/,
              Precedence: /block before ask before allow/,
              Trust: /Finding a package runs nothing[\s\S]*only the store runs/,
            },
          },
        ],
      },
    ],
  },
  {
    id: 'O7',
    source: 'pattern page',
    says: 'Best practices are guides, and lints where they can be',
    cases: [
      {
        says: '`check` hints at guards of every call, long waits, and order that hangs on names',
        hooks: [
          { name: 'broad' },
          { name: 'slow', front: { timeout: 90, matcher: 'Bash' } },
          { name: 'clamp', front: { modify: { PreToolUse: ['timeout'] }, matcher: 'Bash' } },
          { name: 'clamp-2', front: { modify: { PreToolUse: ['timeout'] }, matcher: 'Bash|Write' } },
          { name: 'clamp-3', front: { modify: { PreToolUse: ['timeout'] }, matcher: 'Read' } },
          { name: 'clamp-4', front: { modify: { PreToolUse: ['timeout'] }, matcher: 'Bash', priority: 9 } },
        ],
        steps: [
          {
            hooks: 'check --json',
            json: {
              ok: true,
              issues: [],
              counts: { hints: 3 },
              hints: [
                { code: 'GUARD_IS_BROAD', severity: 'hint', path: /broad\/HOOK\.md$/, line: 2 },
                { code: 'ORDER_BY_NAME', path: /clamp-2\/HOOK\.md$/, line: 5, message: /user\/clamp / },
                { code: 'GATE_IS_SLOW', path: /slow\/HOOK\.md$/, line: 5, message: /90 s/ },
              ],
            },
          },
        ],
      },
      {
        says: 'guides have sections on modes, narrow conditions, audits that only watch, and no dependence on order',
        steps: [
          {
            page: 'guides/choosing-a-mode.md',
            sections: {
              'Which one': /\| command \|[\s\S]*\| http \|[\s\S]*\| prompt, agent \|/,
              'What a command costs': /× `node -e 0`/,
              'Guard, change or watch': /An audit never belongs in a guard[\s\S]*`async`/,
            },
          },
          {
            page: 'guides/narrow-conditions.md',
            sections: {
              Matcher: /Prefer kinds/,
              If: /each simple command/,
              'No order dependence': /Guards run side by side, on the final input/,
            },
          },
          {
            page: 'guides/write-a-guard.md',
            sections: {
              'Fail closed': /onFailure: block/,
              'Exit codes': /\| 2 \| block/,
              Tests: /hookmd\.case\/1/,
            },
          },
        ],
      },
      {
        says: 'the hooks that come with HookMD give no reason for a remark',
        steps: [{ hooks: 'check --json', json: { ok: true, issues: [], hints: [] } }],
      },
      {
        says: '`check` finds a guard that exits with 1, and a matcher that no tool can have',
        hooks: [
          { name: 'exits-1', exits: 1 },
          { name: 'dead', front: { matcher: 'Bsh' } },
        ],
        steps: [
          {
            hooks: 'check exits-1 dead --json',
            issues: [{ code: 'EXIT_ONE_DOES_NOT_BLOCK' }, { code: 'MATCHER_MATCHES_NOTHING' }],
          },
        ],
      },
    ],
  },
];
