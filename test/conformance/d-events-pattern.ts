import type { Json } from '../support/hook-package.ts';
import { bash } from './d-events-samples.ts';
import type { RowId } from './ids.ts';
import { inALoop } from './in-a-loop.ts';
import type { Case, FireExpectation, PendingCase, Row } from './row.ts';

interface EventFacts {
  readonly id: RowId;
  readonly event: string;
  readonly says: string;
  /** As a host sends it. */
  readonly payload: Json;
  /** What a hook that exits with 2 does to the event; nothing = it can only look on. */
  readonly whenBlocked?: FireExpectation;
  readonly more?: readonly (Case | PendingCase)[];
}

const dropped = { dropped: [/cannot be blocked|decides nothing/] } as const;

const blocked = { decision: 'block', reason: 'no', decidedBy: ['user/says-no'] } as const;
const continued = { followUps: ['no'] } as const;

/** A loop whose context is full after its first turn. */
const compaction = {
  body: `
          const heard = [];
          hooks.on(['PreCompact', 'PostCompact'], ({ hook_event_name, trigger }) => { heard.push([hook_event_name, trigger]); });
          const session = await hooks.session({ hostActions: { compact: () => { heard.push('compacting'); return 'short'; } } });
          const usage = { input_tokens: 1, output_tokens: 1, current_context_window: 90, max_context_window: 100 };
          const { history } = await runAgent(session, 'hello', { replies: [{ text: 'hi', usage }] });
          print({ heard, history });`,
  prints: {
    heard: [['PreCompact', 'auto'], 'compacting', ['PostCompact', 'auto']],
    history: [{ role: 'user', content: 'short' }],
  },
};

/** One normal end and one by an error. */
const endings = {
  body: `
          const heard = [];
          hooks.on(['Stop', 'StopFailure'], (event) => { heard.push([event.hook_event_name, event.error ?? event.last_assistant_message]); });
          const session = await hooks.session();
          await runAgent(session, 'hello', { replies: ['hi'] });
          await runAgent(session, 'hello', { replies: [new Error('overloaded')] }).catch((error) => session.fail(error));
          print(heard);`,
  prints: [
    ['Stop', 'hi'],
    ['StopFailure', 'overloaded'],
  ],
};

/** A row of the pattern page: the event alone reaches a hook with its fields, and honours what it permits. */
function eventRow({ id, says: message, more = [], ...facts }: EventFacts): Row {
  return { id, source: 'pattern page', says: message, cases: [eventCase(facts), ...more] };
}

/** The event reaches a hook with its fields, and honours what it permits. */
export function eventCase({
  event,
  payload,
  whenBlocked = dropped,
}: Pick<EventFacts, 'event' | 'payload' | 'whenBlocked'>): Case {
  return {
    says: `${event} reaches a hook with its fields, and comes to what it permits`,
    event,
    hooks: [{ name: 'says-no', stderr: 'no', exits: 2 }],
    payload,
    expect: {
      ...whenBlocked,
      ran: ['says-no'],
      stdinOf: { 'says-no': { hook_event_name: event, ...(payload as object) } },
      envOf: { 'says-no': { HOOK_EVENT: event } },
    },
  };
}

export const patternEvents: readonly Row[] = [
  eventRow({
    id: 'D11',
    event: 'SessionStart',
    says: 'SessionStart fires once per session, at its start',
    payload: { source: 'startup', model: 'm' },
    more: [
      {
        says: 'the context of a SessionStart hook reaches the model',
        event: 'SessionStart',
        hooks: [
          {
            name: 'hook',
            prints: { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'on main' } },
          },
        ],
        payload: { source: 'startup' },
        expect: {
          context: ['on main'],
          host: { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'on main' } },
        },
      },
      inALoop('a session fires it exactly once', {
        body: `
          const heard = [];
          hooks.on('SessionStart', ({ source, model }) => { heard.push([source, model]); return { hookSpecificOutput: { additionalContext: 'on main' } }; });
          const session = await hooks.session({ model: 'm1' });
          const { asked } = await runAgent(session, 'hello', { replies: ['hi'] });
          await runAgent(session, 'again', { replies: ['hi'] });
          await session.end();
          print({ heard, asked });`,
        prints: { heard: [['startup', 'm1']], asked: [['hello\non main']] },
      }),
    ],
  }),
  eventRow({
    id: 'D12',
    event: 'SessionEnd',
    says: 'SessionEnd fires once, on a clean end and on an error',
    payload: { reason: 'logout' },
    more: [
      inALoop('both endings fire it exactly once', {
        body: `
          const heard = [];
          hooks.on('SessionEnd', ({ session_id, reason }) => { heard.push([session_id, reason]); });
          const [clean, broken, forgotten] = await Promise.all(['clean', 'broken', 'forgotten'].map((id) => hooks.session({ id })));
          await runAgent(clean, 'hello', { replies: ['hi'] });
          await clean.end('logout');
          await clean.end('logout');
          const error = await runAgent(broken, 'hello', { replies: [new Error('overloaded')] }).catch(({ message }) => message).finally(() => broken.end('error'));
          await hooks.close();
          print({ heard, error, forgotten: forgotten.id });`,
        prints: {
          heard: [
            ['clean', 'logout'],
            ['broken', 'error'],
            ['forgotten', 'close'],
          ],
          error: 'overloaded',
        },
      }),
    ],
  }),
  eventRow({
    id: 'D13',
    event: 'Setup',
    says: 'Setup fires before the first message of the user',
    payload: { trigger: 'init' },
    more: [
      inALoop('it fires after SessionStart and before UserPromptSubmit', {
        body: `
          const heard = [];
          hooks.on(['Setup', 'UserPromptSubmit', 'SessionStart'], (event) => { heard.push(event.hook_event_name); });
          const session = await hooks.session();
          await runAgent(session, 'hello', { replies: ['hi'] });
          print(heard);`,
        prints: ['SessionStart', 'Setup', 'UserPromptSubmit'],
      }),
    ],
  }),
  eventRow({
    id: 'D14',
    event: 'UserPromptSubmit',
    says: 'UserPromptSubmit fires before the prompt reaches the agent; it can block and add context',
    payload: { prompt: 'hello' },
    whenBlocked: { ...blocked, host: { decision: 'block', reason: 'no' } },
    more: [
      {
        says: 'the context of a UserPromptSubmit hook reaches the model',
        event: 'UserPromptSubmit',
        hooks: [{ name: 'hook', prints: { hookSpecificOutput: { additionalContext: 'on main' } } }],
        expect: {
          context: ['on main'],
          host: { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'on main' } },
        },
      },
      inALoop('after a block the model is not called', {
        hooks: [{ name: 'says-no', front: { events: ['UserPromptSubmit'] }, stderr: 'no', exits: 2 }],
        ran: ['says-no'],
        body: `
          const session = await hooks.session();
          const { refused, asked } = await runAgent(session, 'hello', { replies: ['hi'] });
          print({ refused, asked });`,
        prints: { refused: 'no', asked: [] },
      }),
    ],
  }),
  eventRow({
    id: 'D15',
    event: 'Stop',
    says: 'Stop fires at the normal end of a turn',
    payload: { stop_hook_active: false, continuations: 0, last_assistant_message: 'done' },
    whenBlocked: { ...continued, host: { decision: 'block', reason: 'no' } },
    more: [inALoop('it fires on a normal end and not on an error', endings)],
  }),
  eventRow({
    id: 'D16',
    event: 'StopFailure',
    says: 'StopFailure fires at the end of a turn by an error',
    payload: { error: 'overloaded', error_type: 'rate_limit' },
    more: [inALoop('it fires on an error and not on a normal end', endings)],
  }),
  eventRow({
    id: 'D17',
    event: 'PreToolUse',
    says: 'PreToolUse fires before a tool runs; it can block and change the arguments',
    payload: bash,
    whenBlocked: {
      ...blocked,
      host: {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'no',
        },
      },
    },
    more: [
      {
        says: 'a change of the arguments reaches the host',
        hooks: [
          {
            name: 'hook',
            front: { modify: { PreToolUse: ['command'] } },
            prints: { hookSpecificOutput: { updatedInput: { command: 'ls -l' } } },
          },
        ],
        expect: {
          input: { command: 'ls -l' },
          changed: ['command'],
          runs: { hook: { phase: 'modify', changed: ['command'] } },
          host: { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'ls -l' } } },
        },
      },
    ],
  }),
  eventRow({
    id: 'D18',
    event: 'PostToolUse',
    says: 'PostToolUse fires after the success of a tool only; it can change the output',
    payload: { ...bash, tool_response: { stdout: 'a.txt' } },
    whenBlocked: { feedback: ['no'], host: { decision: 'block', reason: 'no' } },
    more: [
      {
        says: 'a change of the output reaches the host',
        event: 'PostToolUse',
        hooks: [
          {
            name: 'hook',
            front: { modify: { PostToolUse: 'output' } },
            prints: { hookSpecificOutput: { updatedToolOutput: 'nothing to see' } },
          },
        ],
        expect: {
          output: 'nothing to see',
          changed: ['tool_response'],
          host: { hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: 'nothing to see' } },
        },
      },
      {
        says: 'a PostToolUse hook is skipped about a tool that failed',
        event: 'PostToolUseFailure',
        hooks: [
          { name: 'after-success', front: { events: ['PostToolUse'] } },
          { name: 'after-failure', front: { events: ['PostToolUseFailure'] } },
        ],
        expect: { ran: ['after-failure'] },
      },
    ],
  }),
  eventRow({
    id: 'D19',
    event: 'PostToolUseFailure',
    says: 'PostToolUseFailure fires after the failure of a tool only',
    payload: { ...bash, error: 'no such file', is_interrupt: false },
    whenBlocked: { dropped: [/feedback.*says-no/] },
    more: [
      {
        says: 'a PostToolUseFailure hook is skipped about a tool that succeeded',
        event: 'PostToolUse',
        hooks: [
          { name: 'after-success', front: { events: ['PostToolUse'] } },
          { name: 'after-failure', front: { events: ['PostToolUseFailure'] } },
        ],
        expect: { ran: ['after-success'] },
      },
      {
        says: 'context reaches the model, and the error may be redacted',
        event: 'PostToolUseFailure',
        hooks: [
          { name: 'explains', prints: { hookSpecificOutput: { additionalContext: 'try again' } } },
          {
            name: 'redacts',
            front: { modify: { PostToolUseFailure: 'redact' } },
            prints: { hookSpecificOutput: { updatedToolOutput: 'bad token [redacted]' } },
          },
        ],
        payload: { ...bash, error: 'bad token 12345' },
        expect: { context: ['try again'], output: 'bad token [redacted]', changed: ['error'] },
      },
    ],
  }),
  eventRow({
    id: 'D20',
    event: 'PermissionRequest',
    says: 'PermissionRequest fires when the agent asks for permission; allow and block are honoured',
    payload: { tool_name: 'Bash', tool_input: { command: 'ls' }, permission_suggestions: [] },
    whenBlocked: {
      ...blocked,
      host: {
        hookSpecificOutput: {
          hookEventName: 'PermissionRequest',
          decision: { behavior: 'deny', message: 'no' },
        },
      },
    },
    more: [
      {
        says: 'allow is honoured with `preApprove: true`, and counts as nothing without',
        event: 'PermissionRequest',
        hooks: [
          {
            name: 'may',
            front: { preApprove: true },
            prints: { hookSpecificOutput: { decision: { behavior: 'allow' } } },
          },
          { name: 'may-not', prints: { hookSpecificOutput: { decision: { behavior: 'allow' } } } },
        ],
        expect: {
          decision: 'allow',
          decidedBy: ['user/may'],
          dropped: [/allow by user\/may-not.*preApprove/],
          host: {
            hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
          },
        },
      },
      {
        says: 'beside an allow the input may be changed too',
        event: 'PermissionRequest',
        hooks: [
          {
            name: 'allows',
            front: { preApprove: true, modify: { PermissionRequest: ['command'] } },
            prints: {
              hookSpecificOutput: { decision: { behavior: 'allow', updatedInput: { command: 'ls -l' } } },
            },
          },
        ],
        expect: {
          decision: 'allow',
          input: { command: 'ls -l' },
          changed: ['command'],
          host: {
            hookSpecificOutput: {
              hookEventName: 'PermissionRequest',
              decision: { behavior: 'allow', updatedInput: { command: 'ls -l' } },
            },
          },
        },
      },
    ],
  }),
  eventRow({
    id: 'D21',
    event: 'PermissionDenied',
    says: 'PermissionDenied fires after a permission was denied',
    payload: { tool_name: 'Bash', tool_input: { command: 'ls' }, reason: 'by the user' },
    more: [
      inALoop('it fires where a PermissionRequest was denied, and where the person says no', {
        body: `
          const heard = [];
          hooks.on('PreToolUse', { matcher: 'Write' }, () => ({ decision: 'ask', reason: 'really?' }));
          hooks.on('PermissionRequest', { matcher: 'Bash', preApprove: true }, ({ tool_input }) => (tool_input.command === 'ls' ? { decision: 'allow' } : { decision: 'block', reason: 'by a hook' }));
          hooks.on('PermissionDenied', ({ tool_name, reason }) => { heard.push([tool_name, reason]); });
          const questions = [];
          const session = await hooks.session({ onPrompt: ({ tool, reason }) => { questions.push([tool, reason]); return false; } });
          const ran = [];
          const call = async (name, input, needsPermission) => (await session.tool({ name, input, needsPermission }, () => { ran.push(name); })).kind;
          const kinds = [
            await call('Bash', { command: 'ls' }, true),
            await call('Bash', { command: 'rm x' }, true),
            await call('Write', { file_path: 'a', content: '' }),
            await call('Read', { file_path: 'a' }),
          ];
          print({ heard, questions, ran, kinds });`,
        prints: {
          heard: [
            ['Bash', 'by a hook'],
            ['Write', 'really?'],
          ],
          questions: [['Write', 'really?']],
          ran: ['Bash', 'Read'],
          kinds: ['done', 'blocked', 'blocked', 'done'],
        },
      }),
      inALoop(
        'an input that a hook made while it returned for the person is asked about again, of the person',
        {
          body: `
          hooks.on('PreToolUse', ({ tool_input }) => ({ decision: 'ask', reason: tool_input.command }));
          hooks.on('PermissionRequest', { preApprove: true, modify: { PermissionRequest: ['command'] } }, () => ({ decision: 'allow', hookSpecificOutput: { updatedInput: { command: 'deploy prod' } } }));
          const questions = [];
          const play = async (answer) => {
            const session = await hooks.session({ onPrompt: ({ input, reason }) => { questions.push([input.command, reason]); return answer; } });
            const { kind, input } = await session.tool({ name: 'Bash', input: { command: 'deploy test' } }, ({ command }) => command);
            return [kind, input.command];
          };
          print({ yes: await play(true), no: await play(false), questions });`,
          prints: {
            yes: ['done', 'deploy prod'],
            no: ['blocked', 'deploy test'],
            questions: [
              ['deploy prod', 'deploy prod'],
              ['deploy prod', 'deploy prod'],
            ],
          },
        },
      ),
    ],
  }),
  eventRow({
    id: 'D22',
    event: 'PreCompact',
    says: 'PreCompact fires before the context is compacted',
    payload: { trigger: 'auto', custom_instructions: null },
    whenBlocked: { ...blocked, host: { decision: 'block', reason: 'no' } },
    more: [inALoop('it precedes PostCompact', compaction)],
  }),
  eventRow({
    id: 'D23',
    event: 'PostCompact',
    says: 'PostCompact fires after the context was compacted',
    payload: { trigger: 'manual', summary: 'short' },
    more: [inALoop('it follows PreCompact', compaction)],
  }),
  eventRow({
    id: 'D24',
    event: 'SubagentStart',
    says: 'SubagentStart fires once per sub-agent',
    payload: { agent_id: 'a1', agent_type: 'explore', invoked_by: 'subagent' },
    more: [
      inALoop('each sub-agent fires it once, and its context is there from the beginning', {
        body: `
          const heard = [];
          hooks.on('SubagentStart', ({ agent_id, agent_type }) => { heard.push([agent_id, agent_type]); return { hookSpecificOutput: { additionalContext: 'be short' } }; });
          const session = await hooks.session();
          const start = (id) => session.subagent({ type: 'explore', id }, (child) => runAgent(child, 'look', { replies: ['seen'] }));
          const [{ result }] = await Promise.all([start('a1'), start('a2')]);
          print({ heard: heard.sort(), asked: result.asked });`,
        prints: {
          heard: [
            ['a1', 'explore'],
            ['a2', 'explore'],
          ],
          asked: [['look\nbe short']],
        },
      }),
    ],
  }),
  eventRow({
    id: 'D25',
    event: 'SubagentStop',
    says: 'SubagentStop fires when a sub-agent completed or was canceled',
    payload: { agent_id: 'a1', agent_type: 'explore', status: 'canceled', stop_hook_active: false },
    whenBlocked: { ...continued, host: { decision: 'block', reason: 'no' } },
    more: [
      inALoop('each ending fires it once', {
        body: `
          const heard = [];
          hooks.on('SubagentStop', ({ agent_id, status }) => { heard.push([agent_id, status]); });
          const session = await hooks.session();
          await session.subagent({ type: 't', id: 'looped' }, (child) => runAgent(child, 'look', { replies: ['seen'] }));
          await session.subagent({ type: 't', id: 'called' }, () => 'seen');
          const error = await session.subagent({ type: 't', id: 'broken' }, () => { throw new Error('canceled'); }).catch(({ message }) => message);
          print({ heard, error });`,
        prints: {
          heard: [
            ['looped', 'completed'],
            ['called', 'completed'],
            ['broken', 'canceled'],
          ],
          error: 'canceled',
        },
      }),
    ],
  }),
  eventRow({
    id: 'D26',
    event: 'TeammateIdle',
    says: 'TeammateIdle fires when a teammate has no work left',
    payload: { teammate_name: 'anna', team_name: 'core' },
    whenBlocked: { ...continued, host: { exit: 2, stderr: 'no\n' } },
  }),
  eventRow({
    id: 'D27',
    event: 'TaskCreated',
    says: 'TaskCreated fires for a new task',
    payload: { task_id: '7', task_subject: 'tests', task_description: 'write them' },
    whenBlocked: { ...blocked, host: { exit: 2, stderr: 'no\n' } },
  }),
  eventRow({
    id: 'D28',
    event: 'TaskCompleted',
    says: 'TaskCompleted fires when a task is done',
    payload: { task_id: '7', task_subject: 'tests' },
    whenBlocked: { ...blocked, host: { exit: 2, stderr: 'no\n' } },
  }),
  eventRow({
    id: 'D29',
    event: 'Notification',
    says: 'Notification fires when the agent notifies the user',
    payload: { message: 'waiting', title: 'Agent', notification_type: 'idle_prompt' },
  }),
  eventRow({
    id: 'D30',
    event: 'Elicitation',
    says: 'Elicitation fires when an MCP server asks the user',
    payload: {
      mcp_server_name: 'github',
      message: 'Which repository?',
      requested_schema: { type: 'object' },
    },
    whenBlocked: blocked,
    more: ['decline', 'cancel'].map((action) => ({
      says: `a hook that answers the question itself by ${action} blocks it, in the words of that`,
      event: 'Elicitation',
      hooks: [
        {
          name: 'hook',
          prints: { reason: 'no', hookSpecificOutput: { hookEventName: 'Elicitation', action } },
        },
      ],
      payload: { mcp_server_name: 'github', message: 'Your password?' },
      expect: {
        decision: 'block',
        reason: 'no',
        decidedBy: ['user/hook'],
        host: {
          decision: 'block',
          reason: 'no',
          hookSpecificOutput: { hookEventName: 'Elicitation', action: 'decline' },
        },
      },
    })),
  }),
  eventRow({
    id: 'D31',
    event: 'ElicitationResult',
    says: 'ElicitationResult fires when the answer is there',
    payload: { mcp_server_name: 'github', action: 'accept', content: { repository: 'x' } },
    whenBlocked: { dropped: [/feedback.*says-no/] },
    more: [
      ...['content', 'updatedToolOutput'].map((key) => ({
        says: `a redacted answer that a hook gives under ${key} reaches the agent beside what the person did`,
        event: 'ElicitationResult',
        hooks: [
          {
            name: 'hook',
            front: { modify: { ElicitationResult: 'redact' } },
            prints: { hookSpecificOutput: { [key]: { password: '[redacted]' } } },
          },
        ],
        payload: { mcp_server_name: 'github', action: 'accept', content: { password: 'hunter2' } },
        expect: {
          output: { password: '[redacted]' },
          changed: ['content'],
          host: {
            hookSpecificOutput: {
              hookEventName: 'ElicitationResult',
              action: 'accept',
              content: { password: '[redacted]' },
            },
          },
        },
      })),
      {
        says: 'a hook that takes back what the person answered has failed: there is no such answer',
        event: 'ElicitationResult',
        hooks: [{ name: 'hook', prints: { hookSpecificOutput: { action: 'decline' } } }],
        payload: { mcp_server_name: 'github', action: 'accept', content: { password: 'hunter2' } },
        expect: { failedOpen: ['user/hook'], outcomes: { hook: 'non_blocking_error BAD_OUTPUT' } },
      },
    ],
  }),
  eventRow({
    id: 'D32',
    event: 'ConfigChange',
    says: 'ConfigChange fires when settings change',
    payload: { source: 'user_settings', file_path: '/home/u/.hookmd/config.yaml' },
    whenBlocked: { ...blocked, host: { decision: 'block', reason: 'no' } },
    more: [
      {
        says: '`createHooks({ watch: true })` fires it once where settings are edited',
        steps: [
          {
            script: `
              import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
              const path = '<home>/.hookmd/config.yaml';
              const hooks = await open({ watch: true });
              const heard = [];
              const until = async (count) => { while (heard.length < count) await new Promise((go) => setTimeout(go, 20)); };
              hooks.on('ConfigChange', { name: 'hears' }, ({ source, file_path }) => { heard.push([source, file_path]); });
              mkdirSync('<home>/.hookmd', { recursive: true });
              writeFileSync(path, 'hooks: { concurrency: 2 }');
              await until(1);
              utimesSync(path, 1, 1);
              mkdirSync('<project>/.hookmd');
              writeFileSync('<project>/.hookmd/config.yaml', 'hooks: { concurrency: 1 }');
              await until(2);
              await hooks.close();
              print(heard);`,
            prints: [
              ['user_settings', '<home>/.hookmd/config.yaml'],
              ['project_settings', '<project>/.hookmd/config.yaml'],
            ],
          },
          { eventLog: /"event":"ConfigChange"/, lines: 2 },
        ],
      },
      {
        says: 'the resident runtime fires it once where settings are edited',
        needs: ['cc'],
        hooks: [{ name: 'hears', front: { events: ['ConfigChange'] } }],
        files: {
          edits: {
            mode: 0o755,
            text: [
              '#!/bin/sh',
              'state=<home>/.local/state/hookmd',
              '"$1" "$2" serve --home <home> >"$state/out" 2>"$state/ready" & runtime=$!',
              'until [ -s "$state/ready" ]; do sleep 0.02; done',
              'fire() { "$state/bin/hooks-fire" claude-code PreToolUse; }',
              'heard() { until [ "$(grep -c ConfigChange "$state"/event-log/*.jsonl)" = "$1" ]; do sleep 0.02; done; }',
              'call=\'{"session_id":"s","cwd":"<project>","tool_name":"Bash","tool_input":{"command":"ls"}}\'',
              // The first event of a project is compiled, by a one shot.
              'echo "$call" | fire; echo "$call" | fire',
              'echo "hooks: { concurrency: 2 }" > <home>/.hookmd/config.yaml; heard 1',
              'echo "hooks: { concurrency: 3 }" > <home>/.hookmd/config.yaml; heard 2',
              'kill "$runtime"; wait "$runtime"; grep -h ConfigChange "$state"/event-log/*.jsonl',
            ].join('\n'),
          },
        },
        steps: [
          { hooks: 'enable hears --yes' },
          { hooks: 'serve --launcher' },
          {
            program: 'edits',
            args: [process.execPath, '<cli>'],
            stdout: /^\{[^\n]*"agent":"hookmd"[^\n]*user\/hears[^\n]*\n\{[^\n]*\n$/,
          },
        ],
      },
    ],
  }),
  eventRow({
    id: 'D33',
    event: 'InstructionsLoaded',
    says: 'InstructionsLoaded fires when instructions were loaded',
    payload: { file_path: '/p/CLAUDE.md', load_reason: 'session_start' },
  }),
  eventRow({
    id: 'D34',
    event: 'CwdChanged',
    says: 'CwdChanged fires when the working directory changes, with the old one and the new one',
    payload: { old_cwd: '/a', new_cwd: '/b' },
  }),
  eventRow({
    id: 'D35',
    event: 'FileChanged',
    says: 'FileChanged fires for tracked files',
    payload: { file_path: '/p/a.ts', change: 'unlink' },
    more: [
      {
        says: '`createHooks({ watch: true })` fires it for tracked files, and not for others',
        steps: [
          {
            script: `
              import { execFileSync } from 'node:child_process';
              import { rmSync, writeFileSync } from 'node:fs';
              const write = (name, text) => writeFileSync('<project>/' + name, text);
              const git = (...args) => execFileSync('git', args, { cwd: '<project>' });
              write('tracked', 'one');
              write('untracked', 'one');
              git('init', '-q');
              git('add', 'tracked');
              const hooks = await open({ watch: true });
              const heard = [];
              const until = async (count) => { while (heard.length < count) await new Promise((go) => setTimeout(go, 20)); };
              hooks.on('FileChanged', { name: 'listens' }, ({ file_path, change }) => { heard.push([file_path, change]); });
              write('untracked', 'second');
              write('tracked', 'second');
              await until(1);
              git('add', 'untracked');
              await until(2);
              rmSync('<project>/tracked');
              await until(3);
              await hooks.close();
              write('untracked', 'at last');
              print(heard);`,
            prints: [
              ['<project>/tracked', 'change'],
              ['<project>/untracked', 'add'],
              ['<project>/tracked', 'unlink'],
            ],
          },
          { eventLog: /"event":"FileChanged"/, lines: 3 },
        ],
      },
      {
        says: '`createHooks({ watch: { files } })` fires it for these too, where there is no git',
        steps: [
          {
            script: `
              import { writeFileSync } from 'node:fs';
              const hooks = await open({ watch: { files: ['.env'] } });
              const heard = [];
              hooks.on('FileChanged', { name: 'listens' }, ({ file_path, change }) => { heard.push([file_path, change]); });
              writeFileSync('<project>/other', '');
              writeFileSync('<project>/.env', 'A=1');
              while (heard.length === 0) await new Promise((go) => setTimeout(go, 20));
              await hooks.close();
              print(heard);`,
            prints: [['<project>/.env', 'add']],
          },
          { eventLog: /"event":"FileChanged"/, lines: 1 },
        ],
      },
    ],
  }),
  eventRow({
    id: 'D36',
    event: 'WorktreeCreate',
    says: 'WorktreeCreate fires for a new worktree',
    payload: { name: 'fix', worktree_path: '/p/fix' },
    whenBlocked: { ...blocked, host: { exit: 2, stderr: 'no\n' } },
  }),
  eventRow({
    id: 'D37',
    event: 'WorktreeRemove',
    says: 'WorktreeRemove fires for a removed worktree',
    payload: { worktree_path: '/p/fix' },
  }),
];
