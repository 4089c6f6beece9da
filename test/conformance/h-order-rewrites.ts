import { leak, redacts, rewrites } from './h-order-samples.ts';
import type { Row } from './row.ts';

export const rewritten: readonly Row[] = [
  {
    id: 'H10',
    source: 'HookMD (Kodelet extensions)',
    says: 'Each hook sees the rewrite of the one before',
    cases: [
      {
        says: 'a chain of three rewrites ends with the last, and each read what the one before left',
        hooks: [
          rewrites('a', { command: 'one' }),
          rewrites('b', { command: 'two' }),
          rewrites('c', { command: 'three' }),
        ],
        expect: {
          input: { command: 'three' },
          changed: ['command'],
          ran: ['a', 'b', 'c', 'a/recheck', 'b/recheck'],
          stdinOf: {
            c: { tool_input: { command: 'two' } },
            'a/recheck': { tool_input: { command: 'three' } },
          },
        },
      },
      {
        says: 'an output is rewritten in a chain too',
        event: 'PostToolUse',
        hooks: ['a', 'b'].map((name) => ({
          name,
          front: { modify: { PostToolUse: 'output' } },
          prints: { hookSpecificOutput: { updatedToolOutput: `by ${name}` } },
        })),
        expect: {
          output: 'by b',
          changed: ['tool_response'],
          stdinOf: { a: { tool_response: 'a.txt' }, b: { tool_response: 'by a' } },
          host: { hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: 'by b' } },
        },
      },
    ],
  },
  {
    id: 'H11',
    source: 'HookMD (Kodelet loses it)',
    says: 'A silent or failing hook keeps the rewrites of those before it, on both tool events',
    cases: [
      ...(
        [
          ['a silent second hook', {}, []],
          ['a second hook that decides and changes nothing', { prints: { systemMessage: 'hi' } }, []],
          ['a failing second hook', { exits: 1 }, ['user/b-second']],
          ['a second hook that prints invalid JSON', { prints: '{"hookSpecificOutput":' }, ['user/b-second']],
        ] as const
      ).map(([user, hook, failedOpen]) => ({
        says: `${user} keeps the rewrite of the first, of an input and of an output`,
        hooks: [
          {
            name: 'a-first',
            front: {
              events: ['PreToolUse', 'PostToolUse'],
              modify: { PreToolUse: ['*'], PostToolUse: 'output' },
            },
            does: `case $HOOK_EVENT in PreToolUse) echo '{"hookSpecificOutput":{"updatedInput":{"command":"ls -l"}}}';; *) echo '{"hookSpecificOutput":{"updatedToolOutput":"short"}}';; esac`,
          },
          {
            name: 'b-second',
            front: {
              events: ['PreToolUse', 'PostToolUse'],
              modify: { PreToolUse: ['*'], PostToolUse: 'output' },
            },
            ...hook,
          },
        ],
        steps: [
          {
            fire: 'PreToolUse',
            expect: {
              input: { command: 'ls -l' },
              changed: ['command'],
              failedOpen,
              userMessages: 'prints' in hook && typeof hook.prints === 'object' ? ['hi'] : [],
            },
          },
          {
            fire: 'PostToolUse',
            expect: {
              output: 'short',
              changed: ['tool_response'],
              failedOpen,
              userMessages: 'prints' in hook && typeof hook.prints === 'object' ? ['hi'] : [],
            },
          },
        ],
      })),
      {
        says: 'a redaction is not undone by a silent observer or guard after it',
        event: 'PostToolUse',
        hooks: [
          redacts(),
          { name: 'b-logger', front: { events: ['PostToolUse'] } },
          { name: 'c-observer', front: { observe: true } },
        ],
        payload: leak,
        expect: {
          output: 'key [redacted]',
          changed: ['tool_response'],
          stdinOf: {
            'b-logger': { tool_response: 'key [redacted]' },
            'c-observer': { tool_response: 'key [redacted]' },
          },
          host: { hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: 'key [redacted]' } },
        },
      },
    ],
  },
  {
    id: 'H12',
    source: 'HookMD (pattern page: "combined")',
    says: 'Rewrites cannot conflict: the later hook sees the earlier change and may keep it',
    cases: [
      {
        says: 'the slower hook does not win by being slower',
        hooks: [
          {
            ...rewrites('a', { command: 'ls', timeout: 1 }),
            does: 'sleep "$A"',
            front: { modify: { PreToolUse: ['timeout'] }, env: ['LOG', 'A'] },
          },
          {
            ...rewrites('b', { command: 'ls', timeout: 2 }),
            does: 'sleep "$B"',
            front: { modify: { PreToolUse: ['timeout'] }, env: ['LOG', 'B'] },
          },
        ],
        steps: [
          { A: '0', B: '0.3' },
          { A: '0.3', B: '0' },
        ].map((env) => ({
          fire: 'PreToolUse',
          run: { env },
          expect: {
            input: { command: 'ls', timeout: 2 },
            changed: ['timeout'],
            stdinOf: { b: { tool_input: { timeout: 1 } } },
          },
        })),
      },
      {
        says: 'two hooks that change different keys both get their way',
        hooks: [
          { ...rewrites('a', { timeout: 1 }, { merge: 'shallow' }) },
          { ...rewrites('b', { description: 'list' }, { merge: 'shallow' }) },
        ],
        expect: {
          input: { command: 'ls', timeout: 1, description: 'list' },
          changed: ['timeout', 'description'],
        },
      },
    ],
  },
  {
    id: 'H13',
    source: 'HookMD',
    says: 'A block on a gate event discards rewrites; on a result event they hold',
    cases: [
      {
        says: 'a blocked call shows the original input',
        hooks: [rewrites('a', { command: 'ls -l' }), { name: 'b', stderr: 'no', exits: 2 }],
        expect: {
          decision: 'block',
          reason: 'no',
          input: { command: 'ls' },
          changed: [],
          host: {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              permissionDecision: 'deny',
              permissionDecisionReason: 'no',
            },
          },
        },
      },
      {
        says: 'a redaction and then a block: the redacted output reaches the model, with the feedback',
        event: 'PostToolUse',
        hooks: [redacts(), { name: 'b', stderr: 'do not print keys', exits: 2 }],
        payload: leak,
        expect: {
          output: 'key [redacted]',
          changed: ['tool_response'],
          feedback: ['do not print keys'],
          host: {
            decision: 'block',
            reason: 'do not print keys',
            hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: 'key [redacted]' },
          },
        },
      },
      {
        says: 'a block and then a redaction: nothing ends a result event',
        event: 'PostToolUse',
        hooks: [
          { name: 'a-blocks', front: { modify: { PostToolUse: 'output' } }, stderr: 'bad', exits: 2 },
          { ...redacts({ events: ['PostToolUse'], modify: { PostToolUse: 'redact' } }), name: 'b-redactor' },
        ],
        payload: leak,
        expect: {
          output: 'key [redacted]',
          changed: ['tool_response'],
          feedback: ['bad'],
          ran: ['a-blocks', 'b-redactor'],
        },
      },
    ],
  },
];
