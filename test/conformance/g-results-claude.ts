import { approvedTable } from './approved-table.ts';
import { denied, rewrites } from './g-results-samples.ts';
import { inALoop } from './in-a-loop.ts';
import type { Row } from './row.ts';

export const claudeAnswers: readonly Row[] = [
  {
    id: 'G17',
    source: 'pattern page',
    says: '`continue: false` stops the agent; the outcome is blocking',
    cases: [
      {
        says: 'on a gate event it blocks too',
        hooks: [{ name: 'hook', prints: { continue: false, stopReason: 'budget spent' } }],
        expect: {
          decision: 'block',
          reason: 'budget spent',
          halt: { reason: 'budget spent' },
          outcomes: { hook: 'blocking' },
          host: { continue: false, stopReason: 'budget spent', ...denied('budget spent') },
        },
      },
      {
        says: 'on a result event it stops the agent, and the result stands',
        event: 'PostToolUse',
        hooks: [{ name: 'hook', prints: { continue: false, stopReason: 'enough' } }],
        expect: {
          halt: { reason: 'enough' },
          decidedBy: ['user/hook'],
          exit: 1,
          outcomes: { hook: 'blocking' },
          host: { continue: false, stopReason: 'enough' },
        },
      },
      {
        says: 'on a settle event it beats follow-ups',
        event: 'Stop',
        hooks: [
          { name: 'a', prints: { followUps: ['go on'] } },
          { name: 'b', prints: { continue: false } },
        ],
        expect: {
          halt: { reason: null },
          decidedBy: ['user/b'],
          followUps: [],
          dropped: [/1 follow-up/],
          host: { continue: false },
        },
      },
      {
        says: '`continue: true` says nothing',
        hooks: [{ name: 'hook', prints: { continue: true } }],
        expect: { outcomes: { hook: 'success' }, host: '' },
      },
      {
        says: 'a `continue` that is no truth value is a bad answer',
        hooks: [{ name: 'hook', prints: { continue: 'false' } }],
        expect: { failedOpen: ['user/hook'], outcomes: { hook: 'non_blocking_error BAD_OUTPUT' } },
      },
    ],
  },
  {
    id: 'G18',
    source: 'pattern page',
    says: '`stopReason` is shown to the user',
    cases: [
      {
        says: 'the reason of a halt is in the channel of the user',
        event: 'UserPromptSubmit',
        hooks: [{ name: 'hook', prints: { continue: false, stopReason: 'come back tomorrow' } }],
        expect: {
          decision: 'block',
          reason: 'come back tomorrow',
          halt: { reason: 'come back tomorrow' },
          host: {
            continue: false,
            stopReason: 'come back tomorrow',
            decision: 'block',
            reason: 'come back tomorrow',
          },
        },
      },
      {
        says: 'without a halt it is not shown',
        hooks: [{ name: 'hook', prints: { stopReason: 'never mind' } }],
        expect: { halt: null, host: '' },
      },
    ],
  },
  {
    id: 'G19',
    source: 'pattern page',
    says: '`suppressOutput` hides the output of a hook from the user; it is logged all the same',
    cases: [
      {
        says: 'the host is told, and the event log has the run',
        hooks: [{ name: 'hook', stderr: 'chatter', prints: { suppressOutput: true } }],
        expect: {
          suppressOutput: true,
          eventLog: { hooks: [{ name: 'hook', outcome: 'success', stderrTail: /chatter/ }] },
          host: { suppressOutput: true },
        },
      },
    ],
  },
  {
    id: 'G20',
    source: 'pattern page',
    says: '`decision` is block, ask or allow; deny = block, approve = allow; allow only with `preApprove`',
    cases: [
      {
        says: '`block` and `deny` block',
        hooks: [
          {
            name: 'hook',
            does: 'printf \'{"decision":"%s","reason":"no"}\' "$WORD"',
            front: { env: ['LOG', 'WORD'] },
          },
        ],
        steps: approvedTable(
          ['hook'],
          ['block', 'deny'].map((WORD) => ({
            fire: 'PreToolUse',
            run: { env: { WORD } },
            expect: {
              decision: 'block' as const,
              reason: 'no',
              outcomes: { hook: 'blocking' },
              host: denied('no'),
            },
          })),
        ),
      },
      {
        says: '`ask` asks the user',
        hooks: [{ name: 'hook', prints: { decision: 'ask', reason: 'sure?' } }],
        expect: {
          decision: 'ask',
          reason: 'sure?',
          decidedBy: ['user/hook'],
          outcomes: { hook: 'success' },
          host: {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              permissionDecision: 'ask',
              permissionDecisionReason: 'sure?',
            },
          },
        },
      },
      {
        says: '`allow` and `approve` approve in advance where the manifest says `preApprove: true`',
        hooks: [
          {
            name: 'hook',
            front: { preApprove: true, env: ['LOG', 'WORD'] },
            does: 'printf \'{"decision":"%s","reason":"safe"}\' "$WORD"',
          },
        ],
        steps: approvedTable(
          ['hook'],
          ['allow', 'approve'].map((WORD) => ({
            fire: 'PreToolUse',
            run: { env: { WORD } },
            expect: {
              decision: 'allow' as const,
              decidedBy: ['user/hook'],
              reason: 'safe',
              host: {
                hookSpecificOutput: {
                  hookEventName: 'PreToolUse',
                  permissionDecision: 'allow',
                  permissionDecisionReason: 'safe',
                },
              },
            },
          })),
        ),
      },
      {
        says: 'without it, and always for a hook of a project, `allow` counts as nothing, and that is said',
        hooks: [
          { name: 'user-hook', prints: { decision: 'allow' } },
          { name: 'project-hook', at: 'project', front: { preApprove: true }, prints: { decision: 'allow' } },
        ],
        expect: { dropped: [/allow by project\/project-hook/, /allow by user\/user-hook/], host: '' },
      },
      {
        says: 'one that gives no reason is not called a block',
        hooks: [
          { name: 'allows', front: { preApprove: true }, prints: { decision: 'allow' } },
          { name: 'asks', prints: { decision: 'ask' } },
        ],
        steps: [
          {
            fire: 'PreToolUse',
            run: { args: ['--only', 'allows'] },
            expect: { decision: 'allow', decidedBy: ['user/allows'], reason: 'approved by allows' },
          },
          {
            fire: 'PreToolUse',
            expect: {
              decision: 'ask',
              decidedBy: ['user/asks'],
              reason: 'asks requires a confirmation by the user',
            },
          },
        ],
      },
      {
        says: 'a block of the end of the agent that gives no reason sends it back all the same',
        event: 'Stop',
        hooks: [{ name: 'hook', prints: { decision: 'block' } }],
        expect: {
          followUps: ['blocked without a reason'],
          host: { decision: 'block', reason: 'blocked without a reason' },
        },
      },
      {
        says: 'where nobody can be asked, `ask` blocks',
        event: 'UserPromptSubmit',
        hooks: [{ name: 'hook', prints: { decision: 'ask', reason: 'sure?' } }],
        expect: {
          decision: 'block',
          reason: 'sure?',
          dropped: [/ask by user\/hook/],
          host: { decision: 'block', reason: 'sure?' },
        },
      },
      {
        says: 'another word is a bad answer',
        hooks: [{ name: 'hook', prints: { decision: 'maybe' } }],
        expect: { failedOpen: ['user/hook'], outcomes: { hook: 'non_blocking_error BAD_OUTPUT' } },
      },
    ],
  },
  {
    id: 'G21',
    source: 'pattern page',
    says: '`hookSpecificOutput` belongs to one event: unknown keys are ignored, keys of another event rejected',
    cases: [
      {
        says: 'an unknown key is ignored with a warning, at both levels',
        hooks: [
          {
            name: 'hook',
            prints: {
              nonsense: 1,
              hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'kept', more: 2 },
            },
          },
        ],
        expect: {
          context: ['kept'],
          outcomes: { hook: 'success' },
          runs: { hook: { warnings: [/nonsense.*hookSpecificOutput\.more/] } },
        },
      },
      {
        says: 'a key of another event, and the name of another event, are bad answers',
        hooks: [
          { name: 'key', prints: { decision: 'block', hookSpecificOutput: { updatedToolOutput: 'x' } } },
          { name: 'name', prints: { decision: 'block', hookSpecificOutput: { hookEventName: 'Stop' } } },
          { name: 'top', prints: { decision: 'block', followUps: ['x'] } },
        ],
        expect: {
          failedOpen: ['user/key', 'user/name', 'user/top'],
          outcomes: {
            key: 'non_blocking_error BAD_OUTPUT',
            name: 'non_blocking_error BAD_OUTPUT',
            top: 'non_blocking_error BAD_OUTPUT',
          },
          runs: { key: { reason: /updatedToolOutput.*PreToolUse/ } },
        },
      },
    ],
  },
  {
    id: 'G22',
    source: 'pattern page',
    says: 'The tool runs with `updatedInput`',
    cases: [
      {
        says: 'the host receives the whole new input',
        hooks: [
          rewrites(
            'hook',
            { command: 'ls -l', timeout: 5 },
            { modify: { PreToolUse: ['command', 'timeout'] } },
          ),
        ],
        payload: { tool_name: 'Bash', tool_input: { command: 'ls', timeout: 600 } },
        expect: {
          input: { command: 'ls -l', timeout: 5 },
          changed: ['command', 'timeout'],
          host: {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              updatedInput: { command: 'ls -l', timeout: 5 },
            },
          },
        },
      },
      inALoop('the tool is called with it, and what its schema does not take is refused whole', {
        body: `
          hooks.on('PreToolUse', { matcher: 'Bash', modify: { PreToolUse: '*' } }, () => ({ hookSpecificOutput: { updatedInput: { command: 'ls -l', color: 7 } } }));
          const session = await hooks.session();
          const ran = [];
          const call = { name: 'Bash', input: { command: 'ls' } };
          await session.tool(call, (input) => { ran.push(input); });
          const check = ({ color }) => (color === undefined ? null : 'there is no color');
          const { decisions } = await session.tool({ ...call, check }, (input) => { ran.push(input); });
          print({ ran, why: decisions[0].hooks[0].reason, cause: decisions[0].hooks[0].cause });`,
        prints: {
          ran: [{ command: 'ls -l', color: 7 }, { command: 'ls' }],
          why: /there is no color/,
          cause: 'CONTRACT_VIOLATION',
        },
      }),
    ],
  },
  {
    id: 'G23',
    source: 'pattern page',
    says: '`permissionDecision` is allow, deny or ask; block = deny',
    cases: [
      {
        says: 'each word decides, and `allow` needs `preApprove`',
        hooks: [
          {
            name: 'may',
            front: { preApprove: true, env: ['LOG', 'WORD'] },
            does: 'printf \'{"hookSpecificOutput":{"permissionDecision":"%s","permissionDecisionReason":"because"}}\' "$WORD"',
          },
        ],
        steps: approvedTable(
          ['may'],
          (
            [
              ['deny', 'block', 'deny'],
              ['block', 'block', 'deny'],
              ['ask', 'ask', 'ask'],
              ['allow', 'allow', 'allow'],
            ] as const
          ).map(([WORD, decision, permissionDecision]) => ({
            fire: 'PreToolUse',
            run: { env: { WORD } },
            expect: {
              decision,
              reason: 'because',
              host: {
                hookSpecificOutput: {
                  hookEventName: 'PreToolUse',
                  permissionDecision,
                  permissionDecisionReason: 'because',
                },
              },
            },
          })),
        ),
      },
      {
        says: 'without `preApprove` an allow counts as nothing',
        hooks: [{ name: 'hook', prints: { hookSpecificOutput: { permissionDecision: 'allow' } } }],
        expect: { dropped: [/allow by user\/hook/], host: '' },
      },
      {
        says: 'on an event without permissions it is a bad answer',
        event: 'Stop',
        hooks: [{ name: 'hook', prints: { hookSpecificOutput: { permissionDecision: 'deny' } } }],
        expect: { failedOpen: ['user/hook'], outcomes: { hook: 'non_blocking_error BAD_OUTPUT' } },
      },
    ],
  },
  {
    id: 'G24',
    source: 'pattern page',
    says: '`additionalContext` reaches the model',
    cases: [
      {
        says: 'the host receives the context of every hook, in plan order',
        hooks: [
          { name: 'a', prints: { hookSpecificOutput: { additionalContext: 'one' } } },
          { name: 'b', prints: { hookSpecificOutput: { additionalContext: 'two' } } },
        ],
        expect: {
          context: ['one', 'two'],
          host: { hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'one\n\ntwo' } },
        },
      },
      inALoop('the input of the model contains it', {
        body: `
          hooks.on(['UserPromptSubmit', 'PreToolUse', 'PostToolUse'], ({ hook_event_name }) => ({ hookSpecificOutput: { additionalContext: 'from ' + hook_event_name } }));
          const session = await hooks.session();
          const call = { tools: [{ name: 'Bash', input: { command: 'ls' } }] };
          const { asked } = await runAgent(session, 'look', { replies: [call, 'done'], tools: { Bash: () => 'a.txt' } });
          print(asked[1]);`,
        prints: ['look\nfrom UserPromptSubmit', '', 'a.txt\nfrom PreToolUse\nfrom PostToolUse'],
      }),
    ],
  },
  {
    id: 'G25',
    source: 'pattern page',
    says: '`updatedMCPToolOutput`, or `updatedToolOutput`, replaces the output of any tool',
    cases: [
      {
        says: 'both names replace the output of a built-in tool and of an MCP tool',
        event: 'PostToolUse',
        hooks: [
          {
            name: 'hook',
            front: { modify: { PostToolUse: 'output' }, env: ['LOG', 'KEY'] },
            does: 'printf \'{"hookSpecificOutput":{"%s":"replaced"}}\' "$KEY"',
          },
        ],
        steps: approvedTable(
          ['hook'],
          (
            [
              ['updatedMCPToolOutput', 'Bash'],
              ['updatedMCPToolOutput', 'mcp__github__get'],
              ['updatedToolOutput', 'Bash'],
              ['updatedToolOutput', 'mcp__github__get'],
            ] as const
          ).map(([KEY, tool_name]) => ({
            fire: 'PostToolUse',
            run: { env: { KEY } },
            payload: { tool_name, tool_input: {}, tool_response: 'original' },
            expect: {
              output: 'replaced',
              changed: ['tool_response'],
              host: { hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: 'replaced' } },
            },
          })),
        ),
      },
      {
        says: 'a text stays a text',
        event: 'PostToolUse',
        hooks: [
          {
            name: 'hook',
            front: { modify: { PostToolUse: 'output' } },
            prints: { hookSpecificOutput: { updatedToolOutput: { a: 1 } } },
          },
        ],
        expect: { failedOpen: ['user/hook'], outcomes: { hook: 'non_blocking_error CONTRACT_VIOLATION' } },
      },
    ],
  },
];
