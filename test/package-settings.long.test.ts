import { describe, test } from 'vitest';
import type { Case } from './conformance/row.ts';
import { runCase } from './conformance/run-case.ts';

/** `package.NAME` of config.yaml: options and mode, from the manifest to the handler and the decision. */

const ls = '{"tool_name":"Bash","tool_input":{"command":"ls"}}';

const limited = {
  name: 'limited',
  front: {
    options: {
      type: 'object',
      properties: { limit: { type: 'integer', default: 10, tighter: 'less', description: 'At most' } },
    },
  },
} as const;

const options: readonly Case[] = [
  {
    says: 'a project tightens what the user set, for this project alone',
    hooks: [limited],
    config: { package: { limited: { options: { limit: 8 } } } },
    files: {
      'project/.hookmd/config.yaml': 'package: { limited: { options: { limit: 3 } } }',
      'other/.git': null,
    },
    steps: [
      { hooks: 'enable limited --yes' },
      {
        fire: 'PreToolUse',
        run: { approved: true },
        expect: { envOf: { limited: { HOOK_OPTIONS: '{"limit":3}' } } },
      },
      { hooks: 'info limited', stdout: /Options\n +limit +3 +\(tightened by the project\) +At most/ },
      {
        hooks: 'info limited --json --home <home> --project <scratch>/other',
        bare: true,
        json: { options: { limit: 8 }, enforcement: 'enforce' },
      },
    ],
  },
  {
    says: 'what a person set for a package of their own does not reach a project package of that name',
    hooks: [{ ...limited, at: 'project' }],
    config: { package: { limited: { options: { limit: 99 }, env: { SECRET: 's' } } } },
    expect: { envOf: { limited: { HOOK_OPTIONS: '{"limit":10}', SECRET: undefined } } },
  },
  {
    says: 'a wrong value is said with its key, and the default holds',
    hooks: [limited],
    config: { package: { limited: { options: { limit: 'many', limt: 1 } } } },
    steps: [
      {
        hooks: 'check --json',
        exit: 1,
        issues: [
          { code: 'OPTION_VALUE', message: /package\.limited\.options\.limit.*a whole number.*"many"/ },
          { code: 'OPTION_UNKNOWN', remedy: /Did you mean "limit"/ },
        ],
      },
      { hooks: 'info limited', stdout: /OPTION_VALUE[\s\S]*OPTION_UNKNOWN/ },
      {
        hooks: 'check limited --json',
        exit: 1,
        issues: [{ code: 'OPTION_VALUE' }, { code: 'OPTION_UNKNOWN' }],
      },
      {
        hooks: 'config set package.limited.options.limits 3 --json',
        json: {
          changed: true,
          warnings: [/limit.*must be/, /limt/, /limits.*no such option.*Did you mean "limit"/],
        },
      },
      { fire: 'PreToolUse', expect: { envOf: { limited: { HOOK_OPTIONS: '{"limit":10}' } }, stderr: /./ } },
    ],
  },
  {
    says: 'a required option without a value makes it ineligible, and a guard that must agree blocks',
    hooks: [
      {
        name: 'needs',
        front: {
          onFailure: 'block',
          options: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
        },
      },
    ],
    steps: [
      {
        hooks: 'info needs --json',
        json: { state: 'ineligible', reasons: [{ code: 'ELIGIBILITY_OPTION', message: /url/ }, {}] },
      },
      { hooks: 'enable needs --yes' },
      {
        fire: 'PreToolUse',
        run: { approved: true },
        expect: {
          decision: 'block',
          reason: /url has no value/,
          decidedBy: ['user/needs'],
          ran: [],
          outcomes: { needs: 'skipped INELIGIBLE' },
        },
      },
    ],
  },
  {
    says: 'a schema that is none is said with its place',
    hooks: [
      {
        name: 'odd',
        manifest:
          '---\nevents: [Stop]\ncommand: ./handler.sh\noptions:\n  properties:\n    a: { type: integr }\n    b: { type: integer, default: x }\n---\n',
      },
    ],
    steps: [
      {
        hooks: 'check --json',
        exit: 1,
        issues: [{ code: 'MANIFEST_TYPE', line: 6, message: /options\.properties\.a\.type/ }],
      },
    ],
  },
];

const blocker = { name: 'blocker', exits: 2, stderr: 'no' } as const;
const inMode = (mode: string) => ({ package: { blocker: { mode } } });

const modes: readonly Case[] = [
  {
    says: 'in mode warn its block is told to the user and not applied',
    hooks: [blocker],
    config: inMode('warn'),
    expect: {
      userMessages: ['blocker (mode warn) would have blocked this: no'],
      dropped: [/user\/blocker is in mode warn: it would have blocked this: no/],
      runs: { blocker: { outcome: 'blocking', enforcement: 'warn' } },
      host: { systemMessage: /would have blocked this: no/ },
    },
  },
  {
    says: 'in mode audit it is recorded in the event log alone',
    hooks: [blocker],
    config: inMode('audit'),
    expect: {
      dropped: [/audit/],
      runs: { blocker: { outcome: 'blocking', enforcement: 'audit' } },
      host: '',
      eventLog: { hooks: [{ enforcement: 'audit', reason: 'no' }], dropped: [/would have blocked this/] },
    },
  },
  {
    says: 'in mode audit it changes nothing, and the next hook sees the original',
    hooks: [
      {
        name: 'blocker',
        front: { modify: { PreToolUse: ['command'] } },
        prints: { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'rm' } } },
      },
      { name: 'next' },
    ],
    config: inMode('audit'),
    expect: {
      dropped: [/would have changed command/],
      runs: { blocker: { changed: ['command'] } },
      stdinOf: { next: { tool_input: { command: 'ls' } } },
    },
  },
  {
    says: 'what it would have told the agent is recorded without what a terminal would obey',
    hooks: [{ name: 'blocker', prints: { decision: 'block', reason: 'a\u001b[31mb\u202ec' } }],
    event: 'PostToolUse',
    config: inMode('audit'),
    expect: { dropped: ['user/blocker is in mode audit: it would have given the agent feedback: abc'] },
  },
  {
    says: 'in mode warn its failure does not block, although it must agree',
    hooks: [{ name: 'blocker', exits: 7, front: { onFailure: 'block' } }],
    config: inMode('warn'),
    expect: {
      userMessages: [/would have blocked this: .*7/, /\(mode warn\) failed/],
      dropped: [/would have blocked/],
      outcomes: { blocker: 'non_blocking_error EXIT' },
    },
  },
  {
    says: 'the mode is seen wherever the hook is, and a project cannot choose it',
    hooks: [blocker],
    config: inMode('audit'),
    files: { 'project/.hookmd/config.yaml': 'package: { blocker: { mode: enforce } }' },
    steps: [
      { hooks: 'enable blocker --yes' },
      { hooks: 'list', stdout: /blocker .*ready +mode audit/, stderr: /CONFIG_NOT_FOR_PROJECT/ },
      { hooks: 'info blocker', stdout: /Mode +audit: .*not applied/ },
      { hooks: 'list --json', hook: { blocker: { enforcement: 'audit' } } },
      { hooks: 'run PreToolUse', stdin: ls, stdout: /proceeds/ },
    ],
  },
];

const messages: readonly Case[] = [
  {
    says: 'unapproved and changed hooks are told to the user of an agent, once per session',
    hooks: [{ name: 'mine' }, { name: 'theirs', at: 'project' }],
    steps: [
      { hooks: 'enable mine --yes' },
      { append: { 'home/.hookmd/hooks/mine/handler.sh': '# more\n' } },
      {
        hooks: 'run SessionStart --agent claude-code',
        stdin: '{"hook_event_name":"SessionStart","session_id":"s1","source":"startup","cwd":"<project>"}',
        stdout: /Not approved, so they do not run: theirs.*These hooks changed after you approved them: mine/,
      },
      {
        hooks: 'run PreToolUse --agent claude-code',
        stdin: ls.replace('{', '{"session_id":"s1",'),
        stdout: '',
      },
      {
        hooks: 'run PreToolUse --agent claude-code',
        stdin: ls.replace('{', '{"session_id":"s2",'),
        stdout: /Not approved.*theirs.*These hooks changed.*mine/,
      },
    ],
  },
];

for (const [title, cases] of Object.entries({ options, modes, messages })) {
  describe.concurrent(`package settings: ${title}`, () => {
    for (const item of cases) test(item.says, { timeout: 60_000 }, () => runCase(item));
  });
}
