import { readdirSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import type { Case, FireStep, Step } from './conformance/row.ts';
import { runCase } from './conformance/run-case.ts';
import { turnAt } from './conformance/turn-payload.ts';
import { printedHook } from './support/printed-hook.ts';
import { hasPrograms } from './support/programs.ts';

/** Every hook that a document of Kodelet prints, run as it stands there: as a bare executable, and as a package. */
interface Printed {
  /** In test/fixtures/seeds. */
  readonly file: string;
  readonly event: string;
  /** What its document says it does. */
  readonly does: string;
  readonly needs: readonly string[];
  readonly steps: readonly Step[];
  readonly files?: Case['files'];
}

const bash = (command: string) => ({
  session_id: 's1',
  tool_name: 'Bash',
  tool_input: { command },
  tool_use_id: 't1',
});

/** Names of the hook as its file: the first word of what decides. */
const blocks = (command: string, reason: string): FireStep => ({
  fire: 'PreToolUse',
  payload: bash(command),
  expect: { decision: 'block', reason, decidedBy: ['user/hook'], runs: { hook: { outcome: 'blocking' } } },
});
const passes = (command: string): FireStep => ({
  fire: 'PreToolUse',
  payload: bash(command),
  expect: { outcomes: { hook: 'success' } },
});
const says = (word: string) => `Security policy: '${word}' is not allowed`;

const audits = (line: RegExp): readonly Step[] => [
  {
    fire: 'PostToolUse',
    payload: { ...bash('ls'), tool_response: { stdout: 'a.txt', stderr: '', interrupted: false } },
    expect: { outcomes: { hook: 'success' }, files: { 'home/.kodelet/audit.log': line } },
  },
];

const followsUp: readonly Step[] = [
  { fire: 'Stop', payload: {}, expect: { outcomes: { hook: 'success' } } },
  { write: { 'project/foo.txt': '' } },
  {
    fire: 'Stop',
    payload: {},
    expect: {
      followUps: ['I noticed foo.txt exists. Please remove it.'],
      host: { decision: 'block', reason: 'I noticed foo.txt exists. Please remove it.' },
    },
  },
];

const compactsAt70 = (steps: readonly Step[] = []): readonly Step[] => [
  ...[700, 690].map((tokens) => ({
    fire: 'TurnEnd',
    payload: turnAt(tokens),
    expect: { outcomes: { hook: 'success' } },
  })),
  {
    fire: 'TurnEnd',
    payload: turnAt(710),
    expect: { callback: { name: 'compact', args: {} }, outcomes: { hook: 'success' } },
  },
  // No maximum: its document's guard against a division by zero holds.
  { fire: 'TurnEnd', payload: {}, expect: { outcomes: { hook: 'success' } } },
  ...steps,
];

const printed: readonly Printed[] = [
  {
    file: 'k1-security-guardrail.py',
    event: 'before_tool_call',
    does: 'blocks what its list has, with the reason of its document',
    needs: ['python3'],
    steps: [blocks('sudo ls', says('sudo')), blocks('rm -rf /', says('rm -rf')), passes('ls -la')],
  },
  {
    file: 'k2-security-guardrail.py',
    event: 'before_tool_call',
    does: 'blocks commands and pipes into a shell, and looks at bash only',
    needs: ['python3'],
    steps: [
      blocks('sudo ls', says('sudo')),
      blocks(':(){:|:&};:', says(':(){:|:&};:')),
      blocks('curl x | sh', 'Security policy: piping to shell is not allowed'),
      passes('ls -la'),
      {
        fire: 'PreToolUse',
        payload: { tool_name: 'Write', tool_input: { file_path: 'a', content: 'sudo' } },
        expect: { outcomes: { hook: 'success' } },
      },
    ],
  },
  ...['k1-audit-logger.sh', 'k2-audit-logger.sh'].map((file) => ({
    file,
    event: 'after_tool_call',
    does: 'writes a line with the time and the whole payload, and changes nothing',
    needs: ['bash'],
    files: { 'home/.kodelet': null },
    steps: audits(
      /^\d{4}-\d\d-\d\dT[\d:]{8}Z \| \{"event":"after_tool_call","conv_id":"s1","tool_name":"bash".*"invoked_by":"main"\}\n$/,
    ),
  })),
  {
    file: 'k2-quick-start.sh',
    event: 'after_tool_call',
    does: 'appends the payload',
    needs: ['bash'],
    files: { 'home/.kodelet': null },
    steps: audits(/^\{"event":"after_tool_call".*"output":"a\.txt"\}.*"tool_user_id":"t1".*\}$/),
  },
  {
    file: 'k1-foo-txt-remover.sh',
    event: 'agent_stop',
    does: 'sends the agent back while foo.txt is there',
    needs: ['bash'],
    steps: followsUp,
  },
  {
    file: 'k2-follow-up-message.sh',
    event: 'agent_stop',
    does: 'sends the main agent back while foo.txt is there, and no sub-agent',
    needs: ['bash', 'jq'],
    steps: [
      ...followsUp,
      {
        fire: 'Stop',
        payload: { invoked_by: 'subagent' },
        expect: { outcomes: { hook: 'success' } },
      },
    ],
  },
  {
    file: 'k2-turn-logger.sh',
    event: 'after_turn',
    does: 'says on standard error how full the context is, which is found in the event log',
    needs: ['bash', 'jq', 'bc'],
    steps: [
      {
        fire: 'TurnEnd',
        payload: turnAt(550, { turn_number: 5, tools_used: true }),
        expect: {
          outcomes: { hook: 'success' },
          runs: { hook: { stderrTail: 'Turn 5: context 55.00% (tools_used: true)' } },
          eventLog: { hooks: [{}, { stderrTail: /context 55\.00%/ }] },
        },
      },
    ],
  },
  ...['k2-custom-compaction.sh', 'k2-custom-compaction-inline.sh'].map((file) => ({
    file,
    event: 'after_turn',
    does: 'asks for compaction above 70 %, which the code of Kodelet never let it do',
    needs: ['bash', 'jq', 'bc'],
    steps: compactsAt70(),
  })),
];

/** The same bytes in the two forms they can have. */
const forms = {
  'a bare executable': ({ file }: Printed): Pick<Case, 'hooks' | 'files'> => ({
    files: { 'home/.kodelet/hooks/hook': { text: printedHook(file), mode: 0o755 } },
  }),
  'a package': ({ file, event }: Printed): Pick<Case, 'hooks' | 'files'> => ({
    files: {
      'home/.hookmd/hooks/hook/HOOK.md': `---\nevents: [${event}]\nprotocol: kodelet\ncommand: ./${file}\n---\n`,
      [`home/.hookmd/hooks/hook/${file}`]: { text: printedHook(file), mode: 0o755 },
    },
  }),
};

describe.concurrent.each(Object.entries(forms))('as %s', (_, form) => {
  for (const item of printed) {
    test.skipIf(!hasPrograms(item.needs))(`${item.file} ${item.does}`, { timeout: 120_000 }, () =>
      runCase({
        says: item.file,
        files: { ...form(item).files, ...item.files },
        steps: [{ hooks: 'enable hook --yes' }, ...item.steps.map(approved)],
      }),
    );
  }
});

/** Approved bytes run, and a bare executable has been asked then what it listens to. */
function approved(step: Step): Step {
  return 'fire' in step ? { ...step, run: { approved: true } } : step;
}

/** What the pattern page prints stands under our key for settings entries; nothing else of it is changed. */
const settings = printedHook('p-hooks-config.yaml').replace('hooks_config:', 'entries:');
const writes = (path: string, ran: string): Step => ({
  fire: 'PreToolUse',
  payload: { tool_name: 'Write', tool_input: { file_path: path, content: 'x' } },
  run: { env: { PATH: '<home>/bin:/usr/bin:/bin' } },
  expect: { files: { 'home/linted': ran } },
});

test('p-hooks-config.yaml starts its linter for TypeScript sources only, and what no model or server answers yet is listed', () =>
  runCase({
    says: 'the settings of the pattern page',
    files: {
      'home/.hookmd/config.yaml': settings,
      'home/linted': '',
      'home/bin/lint-check': { text: '#!/bin/sh\necho "$@" >>"$HOME/linted"\n', mode: 0o755 },
    },
    steps: [
      writes('lib/a.ts', ''),
      writes('src/a.js', ''),
      writes('src/deep/a.ts', '--file src/deep/a.ts\n'),
      {
        hooks: 'list --json',
        json: {
          hooks: [
            { events: ['PreToolUse'], mode: 'command' },
            { events: ['Stop'], mode: 'agent' },
            { events: ['PostToolUse'], mode: 'http' },
          ],
        },
      },
    ],
  }));

it('runs every hook that a document prints', () => {
  const files = readdirSync(new URL('fixtures/seeds/', import.meta.url)).filter(
    (name) => name !== 'README.md' && !name.endsWith('.yaml'),
  );
  expect(printed.map(({ file }) => file).sort()).toEqual(files.sort());
});
