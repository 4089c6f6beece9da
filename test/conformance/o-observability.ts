import { inALoop } from './in-a-loop.ts';
import type { Row } from './row.ts';

const ls = '{"tool_name":"Bash","tool_input":{"command":"ls"}}';
const makesLong = { hookSpecificOutput: { updatedInput: { command: 'ls -l' } } };

const slowRun = {
  name: 'slow',
  qualifiedName: 'user/slow',
  source: 'user',
  phase: 'observe',
  mode: 'command',
  outcome: 'success',
  cause: null,
  reason: null,
  changed: [],
  exitCode: 0,
  startMs: 1,
  durationMs: 2,
  digest: null,
  stderrTail: null,
  warnings: [],
};
const slowDispatch = {
  schema: 'hookmd.trace/1',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  parentSpanId: null,
  time: '2998-01-01T00:00:00.000Z',
  event: 'PreToolUse',
  eventId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  sessionId: 's',
  agent: 'hookmd',
  projectDir: '/',
  tool: null,
  decision: 'none',
  reason: null,
  hooks: [slowRun],
  dropped: [],
  failedOpen: [],
  cost: null,
  durationMs: 4,
};
const backgroundRecord = {
  schema: 'hookmd.late/1',
  traceId: slowDispatch.traceId,
  spanId: slowDispatch.spanId,
  parentSpanId: null,
  time: '2999-01-01T00:00:00.000Z',
  event: 'PreToolUse',
  projectDir: '/',
  hooks: [{ ...slowRun, outcome: 'blocking', reason: 'found it', durationMs: 900 }],
};

export const observability: readonly Row[] = [
  {
    id: 'O1',
    source: 'pattern page',
    says: 'There is one record per hook and dispatch',
    cases: [
      {
        says: 'the event log has a line per dispatch, and in it every hook with name, mode, source, outcome, duration, exit status and cause',
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
          eventLog: {
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
        says: 'records hold one line of the call and no other value of the payload, and only their owner can read them',
        hooks: [{ name: 'hook' }],
        steps: [
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'echo ok', description: 's3cr3t-value' } },
            expect: { ran: ['hook'] },
          },
          { eventLog: /^(?!.*s3cr3t).*"call":"echo ok"/, mode: 0o600, lines: 1 },
        ],
      },
      {
        says: 'with `eventLog.payloads: none` they hold no value of the payload at all',
        config: { eventLog: { payloads: 'none' } },
        hooks: [{ name: 'hook' }],
        steps: [
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'echo s3cr3t-value' } },
            expect: { ran: ['hook'] },
          },
          { eventLog: /^(?!.*s3cr3t)/, lines: 1 },
        ],
      },
      {
        says: 'the trace of the caller is continued',
        hooks: [{ name: 'hook' }],
        run: { env: { TRACEPARENT: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' } },
        expect: {
          ran: ['hook'],
          eventLog: { traceId: '0af7651916cd43dd8448eb211c80319c', parentSpanId: 'b7ad6b7169203331' },
        },
      },
    ],
  },
  {
    id: 'O2',
    source: 'pattern page',
    says: 'Hook spans are children of the span of the turn or tool',
    cases: [
      inALoop(
        'in the trace of the agent each run stands under its dispatch, that under the tool, with a beginning and an end',
        {
          hooks: [{ name: 'guard' }],
          ran: ['guard'],
          body: `
          const { context, trace } = toolbox('@opentelemetry/api');
          const { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } = toolbox('@opentelemetry/sdk-trace-base');
          const { AsyncLocalStorageContextManager } = toolbox('@opentelemetry/context-async-hooks');
          const exporter = new InMemorySpanExporter();
          trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
          context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
          const session = await hooks.session();
          await trace.getTracer('agent').startActiveSpan('execute_tool', async (span) => {
            await session.tool({ name: 'Bash', input: { command: 'ls' } }, () => 'a.txt');
            span.end();
          });
          const spans = exporter.getFinishedSpans();
          const nameOf = (id) => spans.find((span) => span.spanContext().spanId === id)?.name ?? null;
          print(spans.map((span) => [span.name, nameOf(span.parentSpanContext?.spanId), span.duration.every((one) => one >= 0)]));`,
          prints: [
            ['hooks.run guard', 'hooks.dispatch PreToolUse', true],
            ['hooks.dispatch PreToolUse', 'execute_tool', true],
            ['execute_tool', null, true],
          ],
        },
      ),
    ],
  },
  {
    id: 'O3',
    source: 'HookMD',
    says: 'What was skipped is visible, with the reason',
    cases: [
      {
        says: 'the event log and `trace` say for every hook why it was skipped',
        hooks: [
          { name: 'a-matcher', front: { matcher: 'Write' } },
          { name: 'b-condition', front: { if: 'Bash(git *)' } },
          { name: 'c-disabled' },
          { name: 'd-ineligible', front: { requires: { env: ['SLACK_URL'] } } },
          { name: 'e-unapproved' },
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
                'e-unapproved': 'skipped UNAPPROVED',
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
              'e-unapproved': { outcome: 'skipped', cause: 'UNAPPROVED' },
              'f-asked': { outcome: 'success' },
            },
          },
          {
            hooks: 'trace --last',
            stdout:
              /(?=[\s\S]*d-ineligible .*skipped.*SLACK_URL)(?=[\s\S]*c-disabled .*skipped.*disabled)(?=[\s\S]*e-unapproved .*skipped.*approval)/,
          },
        ],
      },
      {
        says: 'a hook whose `once` is spent',
        hooks: [{ name: 'hook', front: { once: true } }],
        steps: [
          { fire: 'PreToolUse', expect: { ran: ['hook'] } },
          { fire: 'PreToolUse', expect: { ran: [] } },
          { hooks: 'trace --last --json', hook: { hook: { outcome: 'skipped', cause: 'ONCE_SPENT' } } },
          { hooks: 'trace --last', stdout: /hook .*skipped: it runs once, and ran in this session/ },
        ],
      },
    ],
  },
  {
    id: 'O4',
    source: 'HookMD (as MicroClaw does)',
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
              eventLog: { decision: 'block', reason: 'no deletion' },
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
          { eventLog: /"decision":"block"[\s\S]*"changed":\["command"\][\s\S]*"cause":"EXIT"/, lines: 3 },
          {
            hooks: 'log',
            stdout: new RegExp(
              [
                '^\\d{4}-\\d\\d-\\d\\d [\\d:]{8}  [0-9a-f]{8}  PreToolUse Bash: .* ms  blocked by blocks: no deletion',
                '.*PreToolUse Bash: .* ms  changed command',
                '.*PreToolUse Bash: .* ms  proceeded although user/fails failed\n$',
              ].join('\\n'),
            ),
            stderr: '',
          },
        ],
      },
      {
        says: '`log` shows the newest 20 dispatches or those since a time, of one hook or one event, as lines or as records',
        hooks: [
          { name: 'asked', stderr: 'no', exits: 2 },
          { name: 'narrow', front: { if: 'Bash(git *)' } },
          { name: 'never-asked', front: { events: ['Stop'] } },
        ],
        steps: [
          { hooks: 'log', stdout: 'No dispatch yet.\n', stderr: '' },
          { hooks: 'log --json', stdout: '', stderr: '' },
          { hooks: 'enable asked narrow never-asked --yes' },
          ...Array.from({ length: 3 }, () => ({ hooks: 'run PreToolUse', stdin: ls, exit: 1 })),
          { hooks: 'run SessionStart', stdin: '{}' },
          {
            hooks: 'log',
            stdout: /^(.*PreToolUse Bash: .*blocked by asked: no\n){3}.*SessionStart .*proceeded\n$/,
          },
          { hooks: 'log --event before_tool_call', stdout: /^(.*PreToolUse.*\n){3}$/ },
          { hooks: 'log --last 1', stdout: /^.*SessionStart.*\n$/, stderr: /^3 earlier/ },
          { hooks: 'log --hook asked', stdout: /^(.*blocked: no\n){3}$/ },
          { hooks: 'log --hook user/narrow', stdout: /^(.*skipped: .*git \*.*\n){3}$/ },
          { hooks: 'log --hook never-asked', stdout: 'No dispatch matches.\n' },
          { hooks: 'log --since 1h --event SessionStart', stdout: /^.*SessionStart.*\n$/, stderr: '' },
          { hooks: 'log --since 2999-01-01', stdout: 'No dispatch matches.\n' },
          {
            hooks: 'log --json --last 1',
            json: { schema: 'hookmd.trace/1', event: 'SessionStart', decision: 'none' },
            stderr: '',
          },
        ],
      },
      {
        says: '`log` refuses what it does not know and suggests the right word; a hook that is gone is known',
        hooks: [{ name: 'guard' }],
        steps: [
          { hooks: 'enable guard --yes' },
          { hooks: 'run PreToolUse', stdin: ls },
          { remove: 'home/.hookmd/hooks/guard' },
          { remove: 'home/.local/state/hookmd/approvals' },
          { hooks: 'log --hook guard', stdout: /no decision\n$/ },
          { hooks: 'log --hook guard --since 2999-01-01', stdout: 'No dispatch matches.\n' },
          {
            hooks: 'log --hook audit-lgo',
            exit: 1,
            stdout: '',
            stderr: /HOOK_NOT_FOUND[\s\S]*Did you mean "audit-log"/,
          },
          { hooks: 'log --event PreTolUse', exit: 2, stdout: '', stderr: /EVENT_NOT_FOUND[\s\S]*PreToolUse/ },
          { hooks: 'log --since soon', exit: 2, stdout: '', stderr: /USAGE[\s\S]*2h/ },
          { hooks: 'log --last none', exit: 2, stdout: '', stderr: /USAGE/ },
        ],
      },
      {
        says: 'broken lines of the event log are passed over and said once; every other record is shown',
        hooks: [{ name: 'guard' }],
        files: { 'home/.local/state/hookmd/event-log/2026-01-01.jsonl': '{"torn\nplain text\n' },
        steps: [
          { hooks: 'enable guard --yes' },
          { hooks: 'run PreToolUse', stdin: ls },
          {
            hooks: 'log',
            stdout: /^.*proceeded\n$/,
            stderr: /^EVENT_LOG_DAMAGED.*\n.*2 broken lines.*\n.*\n$/,
          },
        ],
      },
      {
        says: '`trace` finds a dispatch by the beginning of its id, and shows who failed, their last words, and what came late',
        hooks: [
          { name: 'fails', stderr: 'cannot reach it', exits: 9 },
          { name: 'narrow', front: { matcher: 'Write' } },
        ],
        steps: [
          { hooks: 'trace', exit: 1, stdout: '', stderr: /EVENT_LOG_EMPTY/ },
          { hooks: 'enable fails narrow --yes' },
          {
            hooks: 'run PreToolUse',
            env: { TRACEPARENT: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
            stdin: ls,
            stderr: /hooks trace 0af76519/,
          },
          { hooks: 'run PreToolUse', stdin: ls },
          {
            hooks: 'trace 0af7',
            stdout: new RegExp(
              [
                '^[0-9a-f]{8}  PreToolUse shell  session: terminal  .* m?s  → proceeded although user/fails failed',
                '  Bash: .*',
                ' +START +HOOK +PHASE +TIME +RESULT',
                ' +[\\d.]+ ms ├─ fails   guard  █+ .* ms  failed: .*9.*',
                ' +│ +exit code: 9',
                ' +│ +stderr: cannot reach it',
                ' +└─ narrow  –      – +skipped: .*matcher.*',
                '  proceeded although user/fails failed\n$',
              ].join('\n'),
            ),
          },
          {
            append: {
              'home/.local/state/hookmd/event-log/2999-01-01.jsonl': `${JSON.stringify(backgroundRecord)}\n`,
            },
          },
          {
            write: {
              'home/.local/state/hookmd/event-log/2998-01-01.jsonl': `${JSON.stringify(slowDispatch)}\n`,
            },
          },
          {
            hooks: 'trace --last',
            stdout: /slow .*observe[\s\S]*slow +late .*too late to count: blocked: found it\n$/,
          },
          {
            hooks: 'trace --last --json',
            json: { spanId: slowDispatch.spanId, background: [{ hooks: [{}] }] },
          },
          { hooks: 'log --last 1', stdout: /proceeded\n.*PreToolUse late .*user\/slow blocked: found it\n$/ },
          { hooks: 'trace ffff', exit: 1, stdout: '', stderr: /TRACE_NOT_FOUND[\s\S]*hooks log/ },
          { hooks: 'trace ffff --last', exit: 2, stdout: '', stderr: /USAGE/ },
        ],
      },
      {
        says: 'an id that several dispatches begin with is not guessed at',
        steps: [
          {
            hooks: 'run Stop',
            env: { TRACEPARENT: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
            stdin: '{}',
          },
          {
            hooks: 'run Stop',
            env: { TRACEPARENT: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
            stdin: '{}',
          },
          {
            hooks: 'trace 0af7651916cd43dd8448eb211c80319c',
            exit: 1,
            stdout: '',
            stderr: /TRACE_AMBIGUOUS.*: [0-9a-f]{8} \(Stop\), [0-9a-f]{8} \(Stop\)\./,
          },
        ],
      },
    ],
  },
  {
    id: 'O5',
    source: 'HookMD',
    says: '`list` shows the last run, and "never ran"',
    cases: [
      {
        says: 'a hook has never run until it was asked; being skipped is not running',
        hooks: [
          { name: 'blocks', stderr: 'no', exits: 2, front: { events: ['PostToolUse'] } },
          { name: 'changes', front: { modify: { PreToolUse: ['command'] } }, prints: makesLong },
          { name: 'fails', exits: 9 },
          { name: 'fine' },
          { name: 'skipped', front: { matcher: 'Write' } },
        ],
        steps: [
          { hooks: 'enable blocks changes fails fine skipped --yes' },
          { hooks: 'list', stdout: /blocks .* never .*ready[\s\S]*fine .* never .*ready/ },
          { hooks: 'info fine', stdout: /Last run +never\n/ },
          { hooks: 'info fine --json', json: { lastRun: null } },
          { hooks: 'run PreToolUse', stdin: ls },
          { hooks: 'run PostToolUse', stdin: ls },
          {
            hooks: 'list',
            stdout: new RegExp(
              [
                'NAME +EVENTS +SOURCE +LAST RUN +STATE',
                'blocks .* just now  blocked +✓ ready',
                'changes .* just now  changed +✓ ready',
                'fails .* just now  failed +! failing',
                'fine .* just now  ok +✓ ready',
                'skipped .* never +✓ ready',
              ].join('[\\s\\S]*'),
            ),
          },
          {
            hooks: 'list --json',
            hook: {
              blocks: {
                lastRun: {
                  time: /^\d{4}-.*Z$/,
                  outcome: 'blocked',
                  event: 'PostToolUse',
                  traceId: /^[0-9a-f]{32}$/,
                },
              },
              changes: { lastRun: { outcome: 'changed', event: 'PreToolUse' } },
              fails: { lastRun: { outcome: 'failed' } },
              fine: { lastRun: { outcome: 'ok' } },
              skipped: { lastRun: null },
            },
          },
          {
            hooks: 'info blocks',
            stdout: /Last run +just now {2}blocked +\(PostToolUse, .* ms; `hooks trace [0-9a-f]{8}`\)/,
          },
          { hooks: 'info blocks --json', json: { lastRun: { outcome: 'blocked' } } },
        ],
      },
      {
        says: 'hooks of two projects with one name ran each for itself',
        hooks: [{ name: 'ours', at: 'project' }, { name: 'mine' }],
        files: {
          'second/.hookmd/hooks/ours/HOOK.md': '---\nevents: [PreToolUse]\ncommand: "true"\n---\n',
          'second/payload.json': ls,
        },
        steps: [
          { hooks: 'run PreToolUse --dangerously-trust-all', stdin: ls },
          { hooks: 'list --json', hook: { ours: { lastRun: { outcome: 'ok' } }, mine: { lastRun: {} } } },
          {
            hooks: 'list --json --home <home> --project <scratch>/second',
            bare: true,
            hook: { ours: { lastRun: null }, mine: { lastRun: { outcome: 'ok' } } },
          },
        ],
      },
    ],
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
              'What a hook can access': /files[\s\S]*network[\s\S]*variables/,
              'Which permissions it has': /runs as you, outside your agent.s sandbox/,
              'Which hooks run': /`block`, then `ask`, then `allow`/,
              'Which version runs': /Finding a package runs nothing[\s\S]*Only the copy runs/,
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
            page: 'guides/hook-types.md',
            sections: {
              'Hook types': /\| command \|[\s\S]*\| HTTP \|[\s\S]*\| prompt, agent \|/,
              'What a command costs': /one process for each event/,
              'Guard, modify or observe': /Write audit logs as observers[\s\S]*`async: true`/,
            },
          },
          {
            page: 'guides/narrow-conditions.md',
            sections: {
              '`matcher`: which tools': /Prefer kinds/,
              '`if`: which calls': /each simple\s+command/,
              'Do not depend on order': /Guards run in parallel, on the final input/,
            },
          },
          {
            page: 'guides/write-a-guard.md',
            sections: {
              '6. Check that it fails closed': /onFailure: block/,
              '2. Write the handler': /\| 2 \| HookMD blocks/,
              '4. Test it': /hookmd\.case\/1/,
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
            exit: 1,
            issues: [{ code: 'EXIT_ONE_DOES_NOT_BLOCK' }, { code: 'MATCHER_NEVER_MATCHES' }],
          },
        ],
      },
    ],
  },
];
