import { approvedTable } from './approved-table.ts';
import { denied, rewrites } from './g-results-samples.ts';
import { inALoop } from './in-a-loop.ts';
import { sampleHooks } from './microclaw-samples.ts';
import type { Row } from './row.ts';
import { microclaw } from './seed-fronts.ts';

export const effects: readonly Row[] = [
  {
    id: 'G26',
    source: 'pattern page',
    says: 'A change of the output never runs the tool again',
    cases: [
      {
        says: 'the tool that the event is about is not run by anybody here, whatever its output becomes',
        event: 'PostToolUse',
        hooks: [
          {
            name: 'hook',
            front: { modify: { PostToolUse: 'output' } },
            prints: { hookSpecificOutput: { updatedToolOutput: 'replaced' } },
          },
        ],
        payload: {
          tool_name: 'Bash',
          tool_input: { command: 'touch <project>/ran-again' },
          tool_response: 'original',
        },
        expect: {
          output: 'replaced',
          changed: ['tool_response'],
          files: { 'project/ran-again': null },
          host: { hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: 'replaced' } },
        },
      },
      inALoop('the tool is called once', {
        body: `
          hooks.on('PostToolUse', { modify: { PostToolUse: 'output' } }, () => ({ hookSpecificOutput: { updatedToolOutput: 'replaced' } }));
          const session = await hooks.session();
          const call = { tools: [{ name: 'Bash', input: { command: 'ls' } }] };
          const { ran, asked } = await runAgent(session, 'look', { replies: [call, 'done'], tools: { Bash: () => 's3cr3t' } });
          print({ times: ran.length, asked: asked[1] });`,
        prints: { times: 1, asked: ['look', '', 'replaced'] },
      }),
    ],
  },
  {
    id: 'G27',
    source: 'Kodelet K1',
    says: 'A blocked tool is not executed, and the model gets the reason',
    cases: [
      {
        says: 'the host is told to deny, with the reason for the model',
        hooks: [{ name: 'guard', stderr: 'write to main is not allowed', exits: 2 }],
        payload: { tool_name: 'Bash', tool_input: { command: 'touch <project>/ran' } },
        expect: {
          decision: 'block',
          reason: 'write to main is not allowed',
          input: { command: 'touch <project>/ran' },
          files: { 'project/ran': null },
          host: denied('write to main is not allowed'),
        },
      },
      inALoop('the tool is not called, and the model reads the reason', {
        hooks: [{ name: 'guard', stderr: 'write to main is not allowed', exits: 2 }],
        ran: ['guard'],
        body: `
          const session = await hooks.session();
          const call = { tools: [{ name: 'Bash', input: { command: 'git push' } }] };
          const { ran, asked } = await runAgent(session, 'push', { replies: [call, 'done'], tools: { Bash: () => 'pushed' } });
          print({ ran, heard: asked[1][2] });`,
        prints: { ran: [], heard: /write to main is not allowed/ },
      }),
    ],
  },
  {
    id: 'G28',
    source: 'Kodelet K1',
    says: 'A blocked message is not sent, and the user gets the reason',
    cases: [
      {
        says: 'the host is told to block the prompt',
        event: 'UserPromptSubmit',
        hooks: [{ name: 'guard', stderr: 'holds a password', exits: 2 }],
        expect: {
          decision: 'block',
          reason: 'holds a password',
          host: { decision: 'block', reason: 'holds a password' },
        },
      },
      inALoop('the model is not called', {
        hooks: [
          {
            name: 'guard',
            front: { events: ['user_message_send'] },
            prints: { blocked: true, reason: 'holds a password' },
          },
        ],
        ran: ['guard'],
        body: `
          const session = await hooks.session();
          const { asked, refused } = await runAgent(session, 'my password is x', { replies: ['hi'] });
          print({ asked, refused });`,
        prints: { asked: [], refused: 'holds a password' },
      }),
    ],
  },
  {
    id: 'G29',
    source: 'HookMD (claude-code #30770)',
    says: 'A rewrite replaces the input, or is merged into it with `merge: shallow`; a known tool keeps what it needs',
    cases: [
      {
        says: 'by default the answer is the whole input: a key that is missing is removed',
        hooks: [rewrites('hook', { command: 'ls -l' }, { modify: { PreToolUse: ['*'] } })],
        payload: { tool_name: 'Bash', tool_input: { command: 'ls', timeout: 600 } },
        expect: { input: { command: 'ls -l' }, changed: ['command', 'timeout'] },
      },
      {
        says: '`merge: shallow` keeps the keys that are not named',
        hooks: [rewrites('hook', { timeout: 5 }, { modify: { PreToolUse: ['timeout'] }, merge: 'shallow' })],
        payload: { tool_name: 'Bash', tool_input: { command: 'ls', timeout: 600, description: 'list' } },
        expect: {
          input: { command: 'ls', timeout: 5, description: 'list' },
          changed: ['timeout'],
          host: {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              updatedInput: { command: 'ls', timeout: 5, description: 'list' },
            },
          },
        },
      },
      {
        says: 'a rewrite that loses a required argument is rejected, and the original kept',
        hooks: [rewrites('hook', { timeout: 5 }, { modify: { PreToolUse: ['*'] } })],
        payload: { tool_name: 'Bash', tool_input: { command: 'ls', timeout: 600 } },
        expect: {
          input: { command: 'ls', timeout: 600 },
          failedOpen: ['user/hook'],
          outcomes: { hook: 'non_blocking_error CONTRACT_VIOLATION' },
          runs: { hook: { reason: /Bash needs command/ } },
        },
      },
    ],
  },
  {
    id: 'G30',
    source: 'HookMD',
    says: 'Everything later shows the effective input',
    cases: [
      {
        says: 'later hooks, guards, observers, their environment and the decision have the rewritten input',
        hooks: [
          rewrites('a-rewrites', { command: 'ls -l' }, { modify: { PreToolUse: ['*'] } }),
          { name: 'b-next', front: { modify: { PreToolUse: ['*'] } } },
          { name: 'c-guard' },
          { name: 'd-observer', front: { observe: true } },
        ],
        expect: {
          input: { command: 'ls -l' },
          changed: ['command'],
          ran: ['a-rewrites', 'b-next', 'c-guard', 'd-observer'],
          stdinOf: {
            'a-rewrites': { tool_input: { command: 'ls' }, tool: { command: 'ls' } },
            'b-next': { tool_input: { command: 'ls -l' }, tool: { command: 'ls -l' } },
            'c-guard': { tool_input: { command: 'ls -l' }, tool: { command: 'ls -l' } },
            'd-observer': {
              tool_input: { command: 'ls -l' },
              tool: { command: 'ls -l' },
              decision: { decision: 'none', reason: null, decidedBy: [], changed: ['command'] },
            },
          },
          envOf: {
            'c-guard': { tool_input_command: 'ls -l' },
            'd-observer': { tool_input_command: 'ls -l' },
          },
          eventLog: { hooks: [{ changed: ['command'] }, { changed: [] }, { changed: [] }, { changed: [] }] },
        },
      },
      {
        says: 'the trace names the keys that changed, and never their values',
        hooks: [rewrites('hook', { command: 'echo s3cr3t-value' }, { modify: { PreToolUse: ['*'] } })],
        steps: [
          { fire: 'PreToolUse', expect: { input: { command: 'echo s3cr3t-value' }, changed: ['command'] } },
          {
            hooks: 'trace --last --json',
            json: { hooks: [{ changed: ['command'] }] },
            stdout: /^(?![\s\S]*s3cr3t)/,
          },
          { hooks: 'trace --last', stdout: /changed:? command/ },
        ],
      },
      inALoop('the notice that a tool starts and the events after it show the rewritten input', {
        body: `
          hooks.on('PreToolUse', { modify: { PreToolUse: ['command'] } }, () => ({ hookSpecificOutput: { updatedInput: { command: 'ls -l' } } }));
          const after = [];
          hooks.on(['PostToolUse', 'PostToolUseFailure'], ({ tool_input, tool, original_tool_input }) => { after.push([tool_input.command, tool.command, original_tool_input.command]); });
          const session = await hooks.session();
          const notices = [];
          const call = { name: 'Bash', input: { command: 'ls' } };
          const outcome = await session.tool(call, (input) => { notices.push(input.command); });
          await session.tool(call, () => { throw new Error('no disk'); });
          print({ notices, input: outcome.input, after });`,
        prints: {
          notices: ['ls -l'],
          input: { command: 'ls -l' },
          after: [
            ['ls -l', 'ls -l', 'ls'],
            ['ls -l', 'ls -l', 'ls'],
          ],
        },
      }),
    ],
  },
  {
    id: 'G31',
    source: 'HookMD (as MicroClaw does)',
    says: '`action`, `reason` and `patch` are the answer of the microclaw protocol',
    cases: [
      {
        says: '`block` gives its reason or names the hook, `allow` and what is no action decide nothing',
        hooks: [{ name: 'hook', front: { ...microclaw, env: ['LOG', 'SAID'] }, does: 'printf %s "$SAID"' }],
        steps: approvedTable(
          ['hook'],
          (
            [
              [
                { action: 'block', reason: ' no ' },
                { decision: 'block', reason: 'no' },
              ],
              [
                { action: 'BLOCK', reason: ' ' },
                { decision: 'block', reason: 'blocked by hook' },
              ],
              [{ action: 'allow', reason: 'fine' }, {}],
              [{}, {}],
              [{ reason: 'no' }, {}],
              [{ action: 'deny' }, { runs: { hook: { warnings: [/`action` is none of/] } } }],
              [{ action: 'modify' }, { runs: { hook: { warnings: [/without a `patch`/] } } }],
              [
                { action: 'modify', patch: { tool_input: 'ls', content: 'x' } },
                { runs: { hook: { warnings: [/`patch.tool_input` must be an object/, /`patch.content`/] } } },
              ],
            ] as const
          ).map(([result, expected]) => ({
            fire: 'PreToolUse',
            run: { env: { SAID: JSON.stringify(result) } },
            expect: { ran: ['hook'], ...expected },
          })),
        ),
      },
      {
        says: '`patch.tool_input` changes what the policy lists, in the words of the host',
        hooks: [
          {
            name: 'hook',
            front: microclaw,
            prints: { action: 'modify', patch: { tool_input: { path: 'b', limit: 5 } } },
          },
        ],
        config: { allow: { modify: { Read: ['file_path'] } } },
        payload: { tool_name: 'Read', tool_input: { file_path: 'a', limit: 5 } },
        expect: { input: { file_path: 'b', limit: 5 }, changed: ['file_path'] },
      },
      {
        says: '`patch.content` changes the output in the shape it has, a block afterwards is feedback',
        hooks: [
          {
            name: 'changes',
            front: { ...microclaw, events: ['AfterToolCall'] },
            prints: { action: 'modify', patch: { content: 'gone', is_error: true } },
          },
          {
            name: 'objects',
            front: { ...microclaw, events: ['AfterToolCall'], priority: 200 },
            prints: { action: 'block', reason: 'looks wrong' },
          },
        ],
        steps: approvedTable(
          ['changes', 'objects'],
          (
            [
              [
                { stdout: 'a', stderr: 'b', code: 1 },
                { stdout: 'gone', stderr: '', code: 1 },
              ],
              ['a', 'gone'],
              [[{ type: 'text', text: 'a' }], [{ type: 'text', text: 'gone' }]],
              [
                { type: 'text', file: { filePath: '/a', content: 'a' } },
                { type: 'text', file: { filePath: '/a', content: 'gone' } },
              ],
              [
                { files: ['a', 'b'], count: 2 },
                { files: ['gone', 'gone'], count: 2 },
              ],
            ] as const
          ).map(([tool_response, output]) => ({
            fire: 'PostToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response },
            expect: {
              output,
              changed: ['tool_response'],
              feedback: ['looks wrong'],
              outcomes: { changes: 'success', objects: 'blocking' },
            },
          })),
        ),
      },
      ...sampleHooks,
    ],
  },
];
