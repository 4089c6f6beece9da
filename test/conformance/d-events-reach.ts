import { eventCase } from './d-events-pattern.ts';
import { inALoop } from './in-a-loop.ts';
import type { Row } from './row.ts';

const blocked = { decision: 'block', reason: 'no', decidedBy: ['user/says-no'] } as const;
const denied = (event: string): { readonly hookSpecificOutput: Readonly<Record<string, string>> } => ({
  hookSpecificOutput: {
    hookEventName: event,
    permissionDecision: 'deny',
    permissionDecisionReason: 'no',
  },
});

export const reachOfEvents: readonly Row[] = [
  {
    id: 'D38',
    source: 'pattern page ("27+")',
    says: 'The list of events is open: the 27 of the pattern page are in it, and more',
    cases: [
      {
        says: '`hooks events` lists the 27, those of Kodelet and the RFC as other names, and what each permits',
        steps: [
          {
            hooks: 'events --json',
            json: { schema: 'hookmd.events/1' },
            events: [
              ...[
                'SessionStart',
                'SessionEnd',
                'Setup',
                'StopFailure',
                'PermissionRequest',
                'PermissionDenied',
              ],
              ...[
                'PreCompact',
                'PostCompact',
                'SubagentStart',
                'SubagentStop',
                'TeammateIdle',
                'TaskCreated',
              ],
              ...[
                'TaskCompleted',
                'Notification',
                'Elicitation',
                'ElicitationResult',
                'ConfigChange',
                'CwdChanged',
              ],
              ...['InstructionsLoaded', 'FileChanged', 'WorktreeCreate', 'WorktreeRemove'],
            ].map((name) => ({ name })),
          },
          {
            hooks: 'events --json',
            events: [
              {
                name: 'PreToolUse',
                kind: 'before',
                aliases: [
                  'before_tool_call',
                  'BeforeToolCall',
                  'BeforeTool',
                  'beforeShellExecution',
                  'beforeMCPExecution',
                  'beforeReadFile',
                  'tool.execute.before',
                ],
              },
              {
                name: 'PostToolUse',
                kind: 'after',
                aliases: [
                  'after_tool_call',
                  'AfterToolCall',
                  'AfterTool',
                  'afterShellExecution',
                  'afterMCPExecution',
                  'beforeReadFile',
                  'afterFileEdit',
                  'tool.execute.after',
                  'file.edited',
                ],
              },
              {
                name: 'PostToolUseFailure',
                kind: 'after',
                aliases: ['after_tool_call', 'AfterToolCall', 'AfterTool'],
              },
              {
                name: 'UserPromptSubmit',
                kind: 'before',
                aliases: [
                  'user_message_send',
                  'message:received',
                  'BeforeAgent',
                  'beforeSubmitPrompt',
                  'userPromptSubmitted',
                  'chat.message',
                ],
              },
              {
                name: 'Stop',
                kind: 'stop',
                aliases: [
                  'agent_stop',
                  'AfterTurn',
                  'message:sent',
                  'AfterAgent',
                  'afterAgentResponse',
                  'stop',
                  'agentStop',
                  'session.idle',
                  'session.status',
                ],
              },
              { name: 'TurnEnd', kind: 'stop', aliases: ['after_turn', 'turn_end'] },
              { name: 'PreModelCall', kind: 'before', aliases: ['BeforeLLMCall', 'BeforeModel'] },
              { name: 'PostModelCall', kind: 'after' },
              { name: 'PreToolSelection', kind: 'before' },
            ],
          },
          { hooks: 'events before_tool_call', stdout: /^PreToolUse/ },
          { hooks: 'events PreToolUs', exit: 2, stderr: /EVENT_NOT_FOUND[\s\S]*PreToolUse/ },
        ],
      },
      ...[
        {
          event: 'UserPromptExpansion',
          payload: { prompt: '/deploy now', command_name: 'deploy', command_args: 'now' },
          whenBlocked: { ...blocked, host: { decision: 'block', reason: 'no' } },
        },
        {
          event: 'PostToolBatch',
          payload: { tool_calls: [{ tool_name: 'Read', tool_input: { file_path: '/a' }, tool_use_id: 't' }] },
          whenBlocked: { ...blocked, host: { decision: 'block', reason: 'no' } },
        },
        {
          event: 'PreSkillShellCommand',
          payload: {
            tool_name: 'Bash',
            tool_input: { command: 'git push' },
            tool_use_id: 't',
            command_name: 'x',
          },
          whenBlocked: { ...blocked, host: denied('PreSkillShellCommand') },
        },
        {
          event: 'PreModelSwitch',
          payload: { from_model: 'a', to_model: 'b', source: 'command' },
          whenBlocked: { ...blocked, host: denied('PreModelSwitch') },
        },
        { event: 'PostModelSwitch', payload: { from_model: 'a', to_model: 'b', source: 'resume' } },
        { event: 'DirectoryAdded', payload: { directory: '/other', source: 'slash_command' } },
        {
          event: 'MessageDisplay',
          payload: { message_id: 'm', index: 0, final: true, delta: 'hi' },
          whenBlocked: { dropped: [/feedback.*says-no/] },
        },
      ].map(eventCase),
      {
        says: 'what a hook displays instead reaches the agent, a redaction as well as a replacement',
        event: 'MessageDisplay',
        hooks: [
          {
            name: 'hook',
            front: { modify: { MessageDisplay: 'redact' } },
            prints: { hookSpecificOutput: { displayContent: 'the key is [redacted]' } },
          },
        ],
        payload: { message_id: 'm', index: 0, final: true, delta: 'the key is abc' },
        expect: {
          output: 'the key is [redacted]',
          changed: ['delta'],
          host: {
            hookSpecificOutput: { hookEventName: 'MessageDisplay', displayContent: 'the key is [redacted]' },
          },
        },
      },
      {
        says: 'a hook for one command of the user is skipped at another one',
        event: 'UserPromptExpansion',
        hooks: [
          { name: 'deploy', front: { matcher: 'deploy', protocol: 'claude' }, prints: 'read the checklist' },
          { name: 'review', front: { matcher: 'review' } },
        ],
        payload: { prompt: '/deploy', command_name: 'deploy' },
        expect: {
          ran: ['deploy'],
          context: ['read the checklist'],
          outcomes: { review: 'skipped NO_MATCH' },
        },
      },
      inALoop('inside an agent every one of them reaches a hook of its own, with its fields, by `fire`', {
        body: `
          const { events, eventNames } = await core('events');
          const samples = { string: 'Bash', 'text?': 'x', number: 1, boolean: true, object: { command: 'ls' }, array: [], any: { a: 1 }, messages: [{ role: 'user', content: 'hi' }], usage: { input_tokens: 1, output_tokens: 1, current_context_window: 1, max_context_window: 9 }, subagentStatus: 'canceled', fileChange: 'unlink' };
          const session = await hooks.session({ id: 's1' });
          const wrong = [];
          for (const name of eventNames) {
            const payload = Object.fromEntries(Object.entries(events[name].fields).map(([field, kind]) => [field.replace('?', ''), samples[kind]]));
            const heard = [];
            const handle = hooks.on(name, (event) => { heard.push(event); });
            const { decision } = await session.dispatch(name, payload);
            handle.off();
            const [event] = heard;
            const isWhole = event?.session_id === 's1' && Object.entries(payload).every(([field, value]) => JSON.stringify(event[field]) === JSON.stringify(value));
            if (heard.length !== 1 || !isWhole || decision.decision !== 'none') wrong.push(name);
          }
          print({ count: eventNames.length, wrong });`,
        prints: { count: 38, wrong: [] },
      }),
      {
        says: 'the events that go beyond the 27 can be hooked too',
        hooks: [
          {
            name: 'hook',
            front: { events: ['TurnEnd', 'PreModelCall', 'PostModelCall', 'PreToolSelection'] },
            stderr: 'no',
            exits: 2,
          },
        ],
        steps: [
          {
            fire: 'TurnEnd',
            payload: { turn_number: 1, tools_used: false, auto_compact_enabled: true },
            expect: {
              ran: ['hook'],
              stdinOf: { hook: { turn_number: 1, tools_used: false } },
              dropped: [/follow-up/],
            },
          },
          {
            fire: 'PreModelCall',
            payload: { provider: 'p', model: 'm', iteration: 1, tool_count: 3, messages: [] },
            expect: {
              decision: 'block',
              reason: 'no',
              ran: ['hook'],
              stdinOf: { hook: { iteration: 1, tool_count: 3 } },
            },
          },
          {
            fire: 'PostModelCall',
            payload: { provider: 'p', model: 'm', response: 'hi' },
            expect: { ran: ['hook'], stdinOf: { hook: { response: 'hi' } }, dropped: [/feedback/] },
          },
          {
            fire: 'PreToolSelection',
            payload: { provider: 'p', model: 'm', tools: ['Bash'] },
            expect: { ran: ['hook'], stdinOf: { hook: { tools: ['Bash'] } }, dropped: [/cannot be blocked/] },
          },
        ],
      },
    ],
  },
  {
    id: 'D39',
    source: 'HookMD',
    says: 'One dispatch reaches hooks of every vocabulary exactly once',
    cases: [
      {
        says: 'a name of another vocabulary is a row that leads to canonical events, and may narrow them',
        hooks: [
          { name: 'after', front: { events: ['after_tool_call'] } },
          { name: 'narrow', front: { events: ['user_message_send'], modify: { user_message_send: ['*'] } } },
        ],
        steps: [
          { hooks: 'list --event PostToolUseFailure --json', json: { hooks: [{ name: 'after' }] } },
          { hooks: 'check narrow --json', exit: 1, issues: [{ code: 'MANIFEST_MODIFY', path: /narrow/ }] },
        ],
      },
      {
        says: 'one hook per name and one dispatch: each is started once, none twice',
        hooks: [
          { name: 'canonical', front: { events: ['PostToolUse', 'PostToolUseFailure'] } },
          { name: 'kodelet', front: { events: ['after_tool_call'] } },
          { name: 'microclaw', front: { events: ['AfterToolCall'], timeout_ms: 30_000 } },
          { name: 'rfc', front: { events: ['AfterToolCall'], timeout: 30 } },
          { name: 'observer', front: { events: ['after_tool_call'], observe: true } },
        ],
        steps: [
          {
            fire: 'PostToolUse',
            expect: {
              ranInAnyOrder: ['canonical', 'kodelet', 'microclaw', 'observer', 'rfc'],
              stdinOf: {
                canonical: { hook_event_name: 'PostToolUse' },
                kodelet: { event: 'after_tool_call', tool_output: {} },
                microclaw: { event: 'AfterToolCall', result: { content: 'a.txt' } },
                rfc: { event: 'AfterToolCall', result: 'a.txt' },
              },
            },
          },
          {
            fire: 'PostToolUseFailure',
            expect: { ranInAnyOrder: ['canonical', 'kodelet', 'microclaw', 'observer', 'rfc'] },
          },
        ],
      },
    ],
  },
  {
    id: 'D40',
    source: 'pattern page, Kodelet K1 goal',
    says: 'Any event gets a hook by files only',
    cases: [
      {
        says: 'a folder that appears between two events runs on the second, without another command',
        steps: [
          { fire: 'WorktreeRemove', payload: { worktree_path: '/p/fix' }, expect: { ran: [] } },
          {
            write: {
              'home/.hookmd/hooks/new/HOOK.md': '---\nevents: [WorktreeRemove]\ncommand: touch made\n---\n',
            },
          },
          {
            fire: 'WorktreeRemove',
            payload: { worktree_path: '/p/fix' },
            expect: { outcomes: { new: 'success' }, files: { 'project/made': '' } },
          },
        ],
      },
      {
        says: 'one hook may listen to several events and is told which one it is',
        hooks: [{ name: 'hook', front: { events: ['PreToolUse', 'Stop'] } }],
        steps: [
          { fire: 'PreToolUse', expect: { ran: ['hook'], envOf: { hook: { HOOK_EVENT: 'PreToolUse' } } } },
          { fire: 'Stop', expect: { ran: ['hook'], envOf: { hook: { HOOK_EVENT: 'Stop' } } } },
          { fire: 'Notification', expect: { ran: [] } },
        ],
      },
    ],
  },
  {
    id: 'D41',
    source: 'pattern page',
    says: 'Calls of MCP tools fire the same events',
    cases: [
      {
        says: 'a tool name of the MCP form matches and blocks, and its parts are in the payload',
        hooks: [
          { name: 'by-name', front: { matcher: 'mcp__github__create_issue' }, stderr: 'no issues', exits: 2 },
          { name: 'by-kind', front: { matcher: 'mcp', observe: true } },
          { name: 'by-server', front: { matcher: 'mcp__github__.*', observe: true } },
          { name: 'other', front: { matcher: 'mcp__gitlab__.*' }, exits: 2 },
        ],
        payload: { tool_name: 'mcp__github__create_issue', tool_input: { title: 'x' } },
        expect: {
          decision: 'block',
          reason: 'no issues',
          ranInAnyOrder: ['by-kind', 'by-name', 'by-server'],
          outcomes: { other: 'skipped NO_MATCH' },
          stdinOf: {
            'by-name': {
              tool_name: 'mcp__github__create_issue',
              tool: { kind: 'mcp', mcp: { server: 'github', tool: 'create_issue' } },
            },
          },
          host: {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              permissionDecision: 'deny',
              permissionDecisionReason: 'no issues',
            },
          },
        },
      },
      {
        says: 'the output of an MCP tool can be changed',
        event: 'PostToolUse',
        hooks: [
          {
            name: 'hook',
            front: { matcher: 'mcp__.*', modify: { PostToolUse: 'output' } },
            prints: { hookSpecificOutput: { updatedMCPToolOutput: { content: [] } } },
          },
        ],
        payload: { tool_name: 'mcp__github__get', tool_input: {}, tool_response: { content: ['secret'] } },
        expect: { output: { content: [] }, changed: ['tool_response'] },
      },
    ],
  },
  {
    id: 'D42',
    source: 'HookMD (as MicroClaw and OpenClaw do)',
    says: 'After-hooks run for each tool, also in parallel batches',
    cases: [
      inALoop('five calls side by side have five hooks before and five behind, and each output is redacted', {
        hooks: [{ name: 'before' }, { name: 'behind', front: { events: ['PostToolUse'] } }],
        ran: [...Array(5).fill('before'), ...Array(5).fill('behind')],
        body: `
          hooks.on('PostToolUse', { modify: { PostToolUse: 'redact' } }, ({ tool_response }) => ({ hookSpecificOutput: { updatedToolOutput: tool_response.replace(/s3cr3t-[0-9]/, '[redacted]') } }));
          const session = await hooks.session();
          const calls = [1, 2, 3, 4, 5].map((n) => ({ name: 'Bash', input: { command: 'cat ' + n }, id: 'c' + n }));
          // Each tool ends when all five have begun, so that no hook behind one runs before a hook before another.
          let begun = 0;
          let allHaveBegun = () => {};
          const begins = new Promise((resolve) => { allHaveBegun = resolve; });
          const Bash = async ({ command }) => { begun += 1; if (begun === 5) allHaveBegun(); await begins; return 's3cr3t-' + command.at(-1); };
          const { asked } = await runAgent(session, 'look', { replies: [{ tools: calls }, 'done'], tools: { Bash } });
          print(asked[1].slice(2));`,
        prints: Array.from({ length: 5 }, () => '[redacted]'),
      }),
    ],
  },
];
