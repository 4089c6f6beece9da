import { approvedTable } from './approved-table.ts';
import type { Row } from './row.ts';
import { blocksInTheSeeds, inTheSeeds, kodelet, microclaw, ofTheSeeds, rfc } from './seed-fronts.ts';
import { turnAt } from './turn-payload.ts';

const source = 'the documents contradict each other';

export const contradictions: readonly Row[] = [
  {
    id: 'X1',
    source,
    says: 'Exit 1: by protocol; only microclaw-rfc blocks',
    cases: [
      {
        says: 'exit 1 lets the call go on in hookmd and in claude',
        hooks: [
          { name: 'a', stderr: 'no', exits: 1 },
          { name: 'b', front: { protocol: 'claude' }, stderr: 'no', exits: 1 },
        ],
        expect: { failedOpen: ['user/b', 'user/a'], host: { systemMessage: /user\/a failed/ } },
      },
      {
        says: 'exit 1 blocks in microclaw-rfc only',
        hooks: inTheSeeds({ stderr: 'no', exits: 1 }),
        config: { hooks: { concurrency: 1 } },
        expect: {
          decision: 'block',
          reason: 'no',
          decidedBy: ['user/in-rfc'],
          outcomes: { 'in-kodelet': 'non_blocking_error EXIT', 'in-microclaw': 'non_blocking_error EXIT' },
        },
      },
    ],
  },
  {
    id: 'X2',
    source,
    says: 'Exit 2: blocks in hookmd and claude only, in claude not at PermissionRequest',
    cases: [
      {
        says: 'the same claude hook blocks a tool and does not block a permission request',
        hooks: [
          {
            name: 'hook',
            front: { protocol: 'claude', events: ['PreToolUse', 'PermissionRequest'] },
            stderr: 'no',
            exits: 2,
          },
        ],
        steps: [
          { fire: 'PreToolUse', expect: { decision: 'block', reason: 'no' } },
          {
            fire: 'PermissionRequest',
            expect: { failedOpen: ['user/hook'], outcomes: { hook: 'non_blocking_error EXIT' } },
          },
        ],
      },
      {
        says: 'exit 2 is a failure in kodelet and in the microclaw protocols',
        hooks: inTheSeeds({ stderr: 'no', exits: 2 }),
        expect: {
          failedOpen: ['user/in-kodelet', 'user/in-microclaw', 'user/in-rfc'],
          outcomes: ofTheSeeds('non_blocking_error EXIT'),
        },
      },
    ],
  },
  {
    id: 'X3',
    source,
    says: 'How to block: every way of the protocol, and one decision in the middle',
    cases: [
      {
        says: 'exit 2, `decision` and `continue: false` come to the same block for the host',
        hooks: [
          {
            name: 'hook',
            front: { env: ['LOG', 'WAY'] },
            does: [
              'case $WAY in',
              '  exit) echo no >&2; exit 2;;',
              '  decision) echo \'{"decision":"block","reason":"no"}\';;',
              '  permission) echo \'{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no"}}\';;',
              'esac',
            ].join('\n'),
          },
        ],
        steps: approvedTable(
          ['hook'],
          ['exit', 'decision', 'permission'].map((WAY) => ({
            fire: 'PreToolUse',
            run: { env: { WAY } },
            expect: {
              decision: 'block' as const,
              reason: 'no',
              decidedBy: ['user/hook'],
              host: {
                hookSpecificOutput: {
                  hookEventName: 'PreToolUse',
                  permissionDecision: 'deny',
                  permissionDecisionReason: 'no',
                },
              },
            },
          })),
        ),
      },
      {
        says: '`blocked: true`, exit 1 and `action: block` come to the same block',
        hooks: blocksInTheSeeds('no'),
        steps: approvedTable(
          blocksInTheSeeds('').map(({ name }) => name),
          blocksInTheSeeds('').map(({ name }) => ({
            fire: 'PreToolUse',
            run: { args: ['--only', name] },
            expect: {
              decision: 'block' as const,
              reason: 'no',
              decidedBy: [`user/${name}`],
              outcomes: { [name]: 'blocking' },
            },
          })),
        ),
      },
    ],
  },
  {
    id: 'X4',
    source,
    says: 'Whether the first block ends the event: by its class',
    cases: [
      {
        says: 'it ends a gate event, and neither a result nor a settle event',
        hooks: ['a', 'b'].map((name) => ({
          name,
          front: { events: ['PreToolUse', 'PostToolUse', 'Stop'] },
          stderr: name,
          exits: 2,
        })),
        config: { hooks: { concurrency: 1 } },
        steps: [
          { fire: 'PreToolUse', expect: { decision: 'block', reason: 'a', ran: ['a'] } },
          { fire: 'PostToolUse', expect: { feedback: ['a', 'b'], ran: ['a', 'b'] } },
          { fire: 'Stop', expect: { followUps: ['a', 'b'], ran: ['a', 'b'] } },
        ],
      },
    ],
  },
  {
    id: 'X5',
    source,
    says: 'Sequential or parallel: changes one after another, guards and observers side by side on the final input',
    cases: [
      {
        says: 'two modifiers never overlap, and then two guards wait for each other',
        hooks: [
          { name: 'a', front: { modify: { PreToolUse: ['*'] } }, does: 'sleep 0.05' },
          { name: 'b', front: { modify: { PreToolUse: ['*'] } } },
          { name: 'c', does: 'touch "$LOG/c"; until [ -e "$LOG/d" ]; do sleep 0.02; done' },
          { name: 'd', does: 'touch "$LOG/d"; until [ -e "$LOG/c" ]; do sleep 0.02; done' },
        ],
        expect: {
          log: [
            /^start a$/,
            /^end a$/,
            /^start b$/,
            /^end b$/,
            /^start [cd]$/,
            /^start [cd]$/,
            /^end/,
            /^end/,
          ],
        },
      },
    ],
  },
  {
    id: 'X6',
    source,
    says: 'Rewrites of several hooks: chained, never lost',
    cases: [
      {
        says: 'the second rewrite starts from the first, and a third hook that says nothing keeps both',
        hooks: [
          {
            name: 'a',
            front: { modify: { PreToolUse: ['*'] }, merge: 'shallow' },
            prints: { hookSpecificOutput: { updatedInput: { timeout: 1 } } },
          },
          {
            name: 'b',
            front: { modify: { PreToolUse: ['*'] }, merge: 'shallow' },
            prints: { hookSpecificOutput: { updatedInput: { command: 'ls -l' } } },
          },
          { name: 'c', front: { modify: { PreToolUse: ['*'] } } },
        ],
        expect: { input: { command: 'ls -l', timeout: 1 }, changed: ['timeout', 'command'] },
      },
    ],
  },
  {
    id: 'X7',
    source,
    says: 'A block after the tool: feedback to the model, and the tool is not undone',
    cases: [
      {
        says: 'hookmd: the output stands, and the reason is feedback',
        event: 'PostToolUse',
        hooks: [{ name: 'hook', prints: { decision: 'block', reason: 'tests are red' } }],
        expect: {
          feedback: ['tests are red'],
          output: null,
          outcomes: { hook: 'blocking' },
          host: { decision: 'block', reason: 'tests are red' },
        },
      },
      {
        says: 'kodelet and microclaw-rfc: ignored with a warning; microclaw: feedback, and the output stands',
        event: 'PostToolUse',
        hooks: [
          {
            name: 'in-kodelet',
            front: { events: ['after_tool_call'] },
            prints: { blocked: true, reason: 'no' },
          },
          { name: 'in-rfc', front: { ...rfc, events: ['AfterToolCall'] }, stderr: 'no', exits: 1 },
          {
            name: 'in-microclaw',
            front: { ...microclaw, events: ['AfterToolCall'] },
            prints: { action: 'block', reason: 'tests are red' },
          },
        ],
        expect: {
          feedback: ['tests are red'],
          failedOpen: ['user/in-rfc'],
          outcomes: {
            'in-kodelet': 'success',
            'in-rfc': 'non_blocking_error EXIT',
            'in-microclaw': 'blocking',
          },
          runs: {
            'in-kodelet': { warnings: [/`blocked` has no effect at after_tool_call/, /`reason`/] },
            'in-rfc': { reason: /before a call only/ },
          },
        },
      },
    ],
  },
  {
    id: 'X8',
    source,
    says: 'A `null` input is the original',
    cases: [
      {
        says: 'hookmd: nothing is changed, and null never reaches the tool',
        hooks: [
          {
            name: 'hook',
            front: { modify: { PreToolUse: ['*'] } },
            prints: { hookSpecificOutput: { updatedInput: null } },
          },
        ],
        expect: { input: { command: 'ls' }, outcomes: { hook: 'success' }, host: '' },
      },
      {
        says: 'kodelet: `input: null` is the original',
        hooks: [{ name: 'hook', front: kodelet, prints: { blocked: false, input: null } }],
        expect: { input: { command: 'ls' }, outcomes: { hook: 'success' }, host: '' },
      },
    ],
  },
  {
    id: 'X9',
    source,
    says: 'Several answers at the end of a turn accumulate',
    cases: [
      {
        says: 'hookmd: the follow-ups of two hooks both reach the host',
        event: 'Stop',
        hooks: [
          { name: 'a', prints: { followUps: ['one'] } },
          { name: 'b', stderr: 'two', exits: 2 },
        ],
        expect: { followUps: ['one', 'two'], host: { decision: 'block', reason: 'one\n\ntwo' } },
      },
      {
        says: 'kodelet: the follow-ups of agent_stop accumulate',
        event: 'Stop',
        hooks: ['one', 'two'].map((text) => ({
          name: text,
          front: { events: ['agent_stop'] },
          prints: { follow_up_messages: [text] },
        })),
        expect: { followUps: ['one', 'two'], host: { decision: 'block', reason: 'one\n\ntwo' } },
      },
    ],
  },
  {
    id: 'X10',
    source,
    says: 'The unit of a timeout is the second, unless it says another; the default is that of the protocol',
    cases: [
      {
        says: 'seconds, units and milliseconds by their own key',
        hooks: [
          { name: 'number', front: { timeout: 2 } },
          { name: 'unit', front: { timeout: '2500ms' } },
          { name: 'alias', front: { timeout_ms: 1500 } },
          { name: 'fraction', front: { timeout: 0.5 } },
          { name: 'default' },
        ],
        steps: [
          {
            hooks: 'list --json',
            hook: {
              number: { timeoutMs: 2000 },
              unit: { timeoutMs: 2500 },
              alias: { timeoutMs: 1500 },
              fraction: { timeoutMs: 500 },
              default: { timeoutMs: 30_000 },
            },
          },
        ],
      },
      {
        says: 'a number that looks like milliseconds is warned about',
        hooks: [{ name: 'hook', front: { timeout: 5000 } }],
        steps: [
          {
            hooks: 'check --json',
            json: { ok: true },
            issues: [{ code: 'MANIFEST_TIMEOUT_UNIT', line: 5, remedy: /5000ms/ }],
          },
        ],
      },
    ],
  },
  {
    id: 'X11',
    source,
    says: 'A hook over its own limit is canceled, and counts as failed',
    cases: [
      {
        says: 'the outcome is canceled with TIMEOUT, and the event goes on unless the hook says otherwise',
        hooks: [{ name: 'hook', like: 'hangs', front: { timeout: '200ms' } }],
        expect: { outcomes: { hook: 'canceled TIMEOUT' }, failedOpen: ['user/hook'], withinMs: 6000 },
      },
    ],
  },
  {
    id: 'X12',
    source,
    says: 'Executables, settings and folders all load into one registry',
    cases: [
      {
        says: 'an executable and a package stand in one list and one dispatch',
        hooks: [{ name: 'executable', asked: 'echo before_tool_call' }, { name: 'package' }],
        config: { hooks: { concurrency: 1 } },
        steps: [
          { hooks: 'enable executable package --yes' },
          {
            hooks: 'list --json',
            hook: {
              executable: { protocol: 'kodelet', state: 'ready' },
              package: { protocol: 'hookmd', state: 'ready' },
            },
          },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ranInAnyOrder: ['executable', 'package'] },
          },
        ],
      },
      {
        says: 'a folder, a bare executable and a settings entry are listed and asked together',
        files: {
          'home/.hookmd/hooks/folder/HOOK.md': '---\nevents: [PreToolUse]\ncommand: "true"\n---\n',
          'home/.hookmd/config.yaml':
            'entries: { PreToolUse: [{ hooks: [{ type: command, name: entry, command: "true" }] }] }',
          'home/.kodelet/hooks/bare': {
            text: '#!/bin/sh\n[ "$1" = hook ] && echo before_tool_call\nexit 0\n',
            mode: 0o755,
          },
        },
        steps: [
          {
            fire: 'PreToolUse',
            expect: { outcomes: { folder: 'success', entry: 'success', bare: 'success' } },
          },
          {
            hooks: 'list --json',
            hook: {
              'user/folder': { mode: 'command' },
              'user/entry': { mode: 'command' },
              'user/bare': { state: 'unapproved' },
            },
          },
        ],
      },
    ],
  },
  {
    id: 'X13',
    source,
    says: 'Names of events: those of the pattern page and four more are canonical, others are names for them',
    cases: [
      {
        says: 'the four additions are canonical, and a foreign name leads to its event',
        steps: [
          {
            hooks: 'events --json',
            events: [
              { name: 'PreModelCall' },
              { name: 'PostModelCall' },
              { name: 'PreToolSelection' },
              { name: 'TurnEnd' },
            ],
          },
          { hooks: 'events after_turn --json', json: { events: [{ name: 'TurnEnd' }] } },
          { hooks: 'events AfterTurn --json', json: { events: [{ name: 'Stop' }, { name: 'StopFailure' }] } },
        ],
      },
      {
        says: 'hooks of every vocabulary are asked by their names, each in its own words',
        hooks: [
          { name: 'canonical', front: { events: ['PreToolUse'] } },
          { name: 'kodelet', front: { events: ['before_tool_call'] } },
          { name: 'microclaw', front: { events: ['BeforeToolCall'], timeout: 30 } },
        ],
        expect: {
          ranInAnyOrder: ['canonical', 'kodelet', 'microclaw'],
          stdinOf: {
            canonical: { hook_event_name: 'PreToolUse', tool_name: 'Bash' },
            kodelet: { event: 'before_tool_call', tool_name: 'bash' },
            microclaw: { event: 'BeforeToolCall', tool_name: 'bash' },
          },
        },
      },
    ],
  },
  {
    id: 'X14',
    source,
    says: 'Messages may be replaced at TurnEnd and Stop only, and only where the manifest says so',
    cases: [
      {
        says: 'another event that wants it is an error of the manifest',
        hooks: [
          { name: 'call', front: { events: ['PreModelCall'], modify: { PreModelCall: 'messages' } } },
          { name: 'tool', front: { events: ['PostToolUse'], modify: { PostToolUse: 'messages' } } },
          {
            name: 'turn',
            front: { events: ['TurnEnd', 'Stop'], modify: { TurnEnd: 'messages', Stop: 'messages' } },
          },
        ],
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: [
              { code: 'MANIFEST_MODIFY', path: /call/, message: /messages/ },
              { code: 'MANIFEST_MODIFY', path: /tool/ },
            ],
          },
          { hooks: 'check turn --json', json: { ok: true, issues: [{ code: 'EVENT_NEVER_DISPATCHED' }] } },
        ],
      },
      {
        says: 'an answer with messages from a hook that did not ask for it is refused',
        event: 'Stop',
        hooks: [{ name: 'hook', prints: { messages: [{ role: 'user', content: 'x' }] } }],
        expect: {
          failedOpen: ['user/hook'],
          outcomes: { hook: 'non_blocking_error CONTRACT_VIOLATION' },
          messages: null,
        },
      },
      {
        says: 'kodelet: granted at the approval, which says so',
        hooks: [
          {
            name: 'hook',
            front: { events: ['agent_stop', 'after_turn'] },
            prints: { result: 'mutate', messages: [{ role: 'user', content: 'summary' }] },
          },
        ],
        steps: [
          { hooks: 'enable hook --yes --verbose', stderr: /may +[^\n]*the messages on Stop/ },
          {
            fire: 'Stop',
            run: { approved: true },
            expect: { messages: [{ role: 'user', content: 'summary' }] },
          },
        ],
      },
    ],
  },
  {
    id: 'X15',
    source,
    says: 'How to switch off: each way, and one effective state in the list',
    cases: [
      {
        says: 'a flag, a record and the configuration each keep the hook from running',
        hooks: ['blocks-always'],
        steps: [
          { hooks: 'enable blocks-always --yes' },
          { fire: 'PreToolUse', run: { approved: true, args: ['--no-hooks'] }, expect: { ran: [] } },
          { hooks: 'disable blocks-always' },
          {
            hooks: 'list --json',
            hook: { 'blocks-always': { state: 'disabled', reasons: [{ code: 'DISABLED' }] } },
          },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: [] } },
          { hooks: 'enable blocks-always' },
          { write: { 'home/.hookmd/config.yaml': 'hooks: { enabled: false }\n' } },
          {
            hooks: 'list --json',
            hook: { 'blocks-always': { state: 'disabled', reasons: [{ code: 'HOOKS_OFF' }] } },
          },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: [] } },
        ],
      },
      {
        says: 'the suffix `.disable`, `disable` by name and `--no-hooks` each stop a bare executable',
        hooks: [{ name: 'guard', asked: 'echo before_tool_call' }],
        steps: [
          { hooks: 'enable guard --yes' },
          { fire: 'PreToolUse', run: { approved: true, args: ['--no-hooks'] }, expect: { ran: [] } },
          { hooks: 'disable guard' },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: [] } },
          { hooks: 'enable guard' },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: ['guard'] } },
          { rename: ['home/.kodelet/hooks/guard', 'home/.kodelet/hooks/guard.disable'] },
          { hooks: 'list --json', hook: { guard: { state: 'disabled' } } },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: [] } },
        ],
      },
    ],
  },
  {
    id: 'X16',
    source,
    says: 'The same name twice: of packages both run, of bare executables the first',
    cases: [
      {
        says: 'a package of the project and one of the user both decide, under qualified names',
        event: 'PostToolUse',
        hooks: [
          { name: 'guard', stderr: 'the user', exits: 2 },
          { name: 'guard', at: 'project', stderr: 'the project', exits: 2 },
        ],
        expect: {
          feedback: ['the project', 'the user'],
          outcomes: { 'project/guard': 'blocking', 'user/guard': 'blocking' },
        },
      },
      {
        says: 'settings entries of one definition all run, in every file; of one given name the first',
        files: {
          'home/.hookmd/config.yaml':
            'entries: { SessionEnd: [{ hooks: [{ type: command, command: "true" }, { type: command, command: "true" }, { type: command, name: x, command: "true" }] }] }',
          'home/.hookmd/hooks/x/HOOK.md': '---\nevents: [SessionEnd]\ncommand: "true"\n---\n',
          'project/.hookmd/config.yaml':
            'entries: { SessionEnd: [{ hooks: [{ type: command, command: "true" }] }] }',
        },
        steps: [
          {
            script: `
              const hooks = await open({ trust: 'all' });
              const { decision } = await hooks.dispatch('SessionEnd');
              print(decision.hooks.map(({ qualifiedName, outcome }) => [qualifiedName.replace(/-[0-9a-f]{8}/, '-#'), outcome]));`,
            prints: [
              ['project/SessionEnd-true-#', 'success'],
              ['user/x', 'success'],
              ['user/SessionEnd-true-#', 'success'],
              ['user/SessionEnd-true-#-2', 'success'],
              ['user/x', 'skipped'],
            ],
          },
        ],
      },
      {
        says: 'of bare executables the first wins, and the other is listed',
        hooks: [
          {
            name: 'guard',
            at: 'project',
            asked: 'echo before_tool_call',
            prints: { blocked: true, reason: 'local' },
          },
          { name: 'guard', asked: 'echo before_tool_call', prints: { blocked: true, reason: 'global' } },
        ],
        steps: [
          {
            fire: 'PreToolUse',
            expect: {
              decision: 'block',
              reason: 'local',
              outcomes: { 'project/guard': 'blocking', 'user/guard': 'skipped NAME_CONFLICT' },
            },
          },
        ],
      },
    ],
  },
  {
    id: 'X17',
    source,
    says: 'What may be changed: declared by the manifest, narrowed by policy, shown by the approval',
    cases: [
      {
        says: 'the approval and `info` show it',
        hooks: [
          {
            name: 'hook',
            front: {
              modify: { PreToolUse: ['timeout', 'env.*'], PostToolUse: 'redact' },
              events: ['PreToolUse', 'PostToolUse'],
            },
          },
        ],
        steps: [
          {
            hooks: 'enable hook --yes',
            stderr: /may +[^\n]*timeout, env\.\*[^\n]*PreToolUse[^\n]*redact tool output on PostToolUse/,
          },
          { hooks: 'info hook', stdout: /May +[^\n]*timeout, env\.\*/ },
          {
            hooks: 'info hook --json',
            json: {
              modify: { PreToolUse: { input: ['timeout', 'env.*'] }, PostToolUse: { output: 'redact' } },
            },
          },
        ],
      },
      {
        says: 'foreign protocols get what the approval granted: the approval shows it, and the policy narrows it',
        hooks: [
          { name: 'kodelet', front: kodelet, prints: { blocked: false, input: { command: 'ls -l' } } },
          { name: 'rfc', front: { ...rfc, events: ['BeforeToolCall', 'AfterToolCall'] } },
        ],
        steps: [
          { hooks: 'enable kodelet --yes --verbose', stderr: /may +[^\n]*the whole input on PreToolUse/ },
          {
            hooks: 'enable rfc --yes',
            stderr:
              /may +[^\n]*`allow\.modify` lists it on PreToolUse[^\n]*redact tool output on PostToolUse/,
          },
          {
            fire: 'PreToolUse',
            run: { approved: true, args: ['--only', 'kodelet'] },
            expect: { input: { command: 'ls -l' }, changed: ['command'] },
          },
          { write: { 'home/.hookmd/config.yaml': 'allow: { modify: { Bash: [timeout] } }\n' } },
          { hooks: 'list' },
          {
            fire: 'PreToolUse',
            run: { approved: true, args: ['--only', 'kodelet'] },
            expect: {
              failedOpen: ['user/kodelet'],
              outcomes: { kodelet: 'non_blocking_error CONTRACT_VIOLATION' },
            },
          },
        ],
      },
    ],
  },
  {
    id: 'X18',
    source,
    says: 'A failure lets the call go on, unless the hook asks for the opposite',
    cases: [
      {
        says: 'the same failure, open and closed',
        hooks: [
          { name: 'closed', front: { onFailure: 'block' }, exits: 1 },
          { name: 'open', exits: 1 },
        ],
        steps: [
          {
            fire: 'PreToolUse',
            run: { args: ['--only', 'open'] },
            expect: { failedOpen: ['user/open'], host: { systemMessage: /user\/open failed/ } },
          },
          {
            fire: 'PreToolUse',
            run: { args: ['--only', 'closed'] },
            expect: { decision: 'block', decidedBy: ['user/closed'] },
          },
        ],
      },
    ],
  },
  {
    id: 'X19',
    source,
    says: 'A threshold is reached when it is equalled',
    cases: [
      {
        says: 'the built-in asks for compaction at exactly the threshold, whatever the window',
        steps: [
          [800, 1000, 0.8],
          [88_000, 110_000, 0.8],
          [55, 100, 0.55],
          [1, 3, 1 / 3],
        ].map(([tokens = 0, max = 0, threshold = 0]) => ({
          fire: 'TurnEnd',
          payload: turnAt(tokens, { auto_compact_threshold: threshold }, { max_context_window: max }),
          expect: { callback: { name: 'compact', args: {} } },
        })),
      },
    ],
  },
  {
    id: 'X20',
    source,
    says: 'A hook of a repository needs approval; it wins by name among bare executables only',
    cases: [
      {
        says: 'a package of a repository neither runs unapproved nor replaces that of the user',
        hooks: ['blocks-always', { name: 'blocks-always', at: 'project', exits: 0 }],
        steps: [
          { hooks: 'enable user/blocks-always --yes' },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: {
              decision: 'block',
              decidedBy: ['user/blocks-always'],
              ran: ['blocks-always'],
              outcomes: { 'project/blocks-always': 'skipped UNAPPROVED' },
            },
          },
        ],
      },
      {
        says: 'a bare executable of a repository neither runs nor has its name before it is approved, and has it then',
        hooks: [
          {
            name: 'guard',
            at: 'project',
            asked: 'echo before_tool_call',
            prints: { blocked: true, reason: 'local' },
          },
          { name: 'guard', asked: 'echo before_tool_call', prints: { blocked: true, reason: 'global' } },
        ],
        steps: [
          { hooks: 'enable user/guard --yes' },
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block', reason: 'global' } },
          { hooks: 'enable project/guard --yes', exit: 2, stderr: /APPROVAL_NEEDED/ },
          { hooks: 'enable project/guard --yes --digest <digest project/guard>' },
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block', reason: 'local' } },
        ],
      },
    ],
  },
  {
    id: 'X21',
    source,
    says: '`once` is the first firing of a session',
    cases: [
      {
        says: 'it is asked at the first firing that concerns it, whatever turn that is, and at no other',
        event: 'PreToolUse',
        hooks: [{ name: 'hook', front: { once: true, if: 'Bash(git *)' } }],
        steps: [
          ...['ls', 'git status', 'git log'].map((command) => ({
            fire: 'PreToolUse',
            payload: { tool_name: 'Bash', tool_input: { command } },
            expect: { ran: command === 'git status' ? ['hook'] : [] },
          })),
        ],
      },
    ],
  },
  {
    id: 'X22',
    source,
    says: 'The lowest priority comes first',
    cases: [
      {
        says: '10 comes before 50, and `info` says so',
        hooks: [
          { name: 'a', front: { priority: 50, modify: { PreToolUse: ['*'] } } },
          { name: 'b', front: { priority: 10, modify: { PreToolUse: ['*'] } } },
        ],
        steps: [
          { fire: 'PreToolUse', expect: { ran: ['b', 'a'] } },
          { hooks: 'enable a b --yes' },
          { hooks: 'info b', stdout: /Order +1 of 2 on PreToolUse .*priority 10/ },
        ],
      },
    ],
  },
  {
    id: 'X23',
    source,
    says: 'The working directory of a hook: by protocol',
    cases: [
      {
        says: 'hookmd and claude: that of the session, not that of the command and not that of the package',
        hooks: [{ name: 'a' }, { name: 'b', front: { protocol: 'claude' } }],
        files: { 'project/deep': null },
        payload: { cwd: '<project>/deep', tool_name: 'Bash', tool_input: { command: 'ls' } },
        expect: { cwdOf: { a: '<project>/deep', b: '<project>/deep' } },
      },
      {
        says: 'kodelet: that of the session; the microclaw protocols: the hook folder, which is the approved copy',
        hooks: inTheSeeds({ exits: 0 }),
        files: { 'project/deep': null },
        steps: [
          { hooks: 'enable in-kodelet in-rfc in-microclaw --yes' },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            payload: { cwd: '<project>/deep', tool_name: 'Bash', tool_input: { command: 'ls' } },
            expect: {
              cwdOf: {
                'in-kodelet': '<project>/deep',
                'in-rfc': /\/hookmd\/store\//,
                'in-microclaw': /\/hookmd\/store\//,
              },
            },
          },
        ],
      },
    ],
  },
];
