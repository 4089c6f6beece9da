import type { Json } from '../support/hook-package.ts';
import { ls } from './m-cli-samples.ts';
import type { Row } from './row.ts';

/** A file of test cases, each fired by the command `ls`. */
function caseFile(...wanted: readonly { readonly says: string; readonly [key: string]: Json }[]): string {
  const cases = wanted.map(({ says: message, ...expect }) => ({
    schema: 'hookmd.case/1',
    name: message,
    event: 'PreToolUse',
    payload: JSON.parse(ls),
    expect,
  }));
  return JSON.stringify(cases);
}

function copies(name: string): { readonly [key: string]: Json } {
  const files = { 'sub/in.txt': 'given' };
  return { schema: 'hookmd.case/1', name, event: 'UserPromptSubmit', payload: { prompt: 'x' }, files };
}

export const runAndTest: readonly Row[] = [
  {
    id: 'M-7',
    source: 'Kodelet K2 (by hand), ours',
    says: '`hooks run EVENT` dispatches one event, `hooks test` the cases of a package',
    cases: [
      {
        says: 'the payload comes from stdin or a file, and the exit status says whether the event may go on',
        hooks: ['blocks-always'],
        files: { 'project/payload.json': ls },
        steps: [
          { hooks: 'enable blocks-always --yes' },
          {
            hooks: 'run PreToolUse --json',
            stdin: ls,
            exit: 1,
            json: {
              schema: 'hookmd.decision/1',
              event: 'PreToolUse',
              decision: 'block',
              traceId: /^[0-9a-f]{32}$/,
            },
          },
          { hooks: 'run PreToolUse --json --payload payload.json', exit: 1, json: { decision: 'block' } },
          { hooks: 'run PreToolUse', stdin: ls, exit: 1, stdout: /blocked[\s\S]*blocked by blocks-always/ },
          { hooks: 'run Stop --json', stdin: '{}', exit: 0, json: { decision: 'none', hooks: [] } },
        ],
      },
      {
        says: '`--only NAME` asks one hook, by plain or qualified name',
        hooks: [
          'blocks-always',
          'says-nothing',
          { name: 'says-nothing', like: 'says-nothing', at: 'project' },
        ],
        steps: [
          {
            fire: 'PreToolUse',
            run: { args: ['--only', 'says-nothing'] },
            expect: { ran: ['says-nothing', 'says-nothing'] },
          },
          {
            fire: 'PreToolUse',
            run: { args: ['--only', 'user/says-nothing'] },
            expect: { ran: ['says-nothing'] },
          },
        ],
      },
      {
        says: '`--agent claude-code` reads and answers in its form, and `--json` excludes it',
        hooks: ['blocks-always'],
        steps: [
          { hooks: 'enable blocks-always --yes' },
          {
            hooks: 'run --agent claude-code',
            stdin:
              '{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","tool_input":{"command":"ls"}}',
            exit: 0,
            stdout:
              '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"blocked by blocks-always"}}\n',
            stderr: '',
          },
          {
            hooks: 'run --agent claude-code --json',
            stdin: ls,
            exit: 2,
            stderr: '',
            json: { code: 'USAGE' },
          },
          {
            hooks: 'run --agent claude-cod',
            stdin: ls,
            exit: 2,
            stderr: /AGENT_NOT_FOUND[\s\S]*claude-code/,
          },
        ],
      },
      {
        says: 'what HookMD itself gets wrong is never a block or an allow by accident',
        hooks: [
          'says-nothing',
          { name: 'closed', like: 'says-nothing', front: { onFailure: 'block', events: ['PreToolUse'] } },
        ],
        steps: [
          { hooks: 'enable says-nothing --yes' },
          {
            hooks: 'run --agent claude-code',
            stdin: 'not json',
            exit: 0,
            stdout: /^\{"systemMessage":"[^"]*could not handle/,
          },
          {
            hooks: 'run PreToolUse --agent claude-code',
            stdin: '[]',
            exit: 0,
            stdout: /^\{"systemMessage":/,
          },
          { hooks: 'enable closed --yes' },
          {
            hooks: 'run PreToolUse --agent claude-code',
            stdin: '[]',
            exit: 0,
            stdout: /"permissionDecision":"deny"/,
          },
          { hooks: 'run Stop --agent claude-code', stdin: '[]', exit: 0, stdout: /^\{"systemMessage":/ },
        ],
      },
      {
        says: 'an unknown event, a missing one and a payload that cannot be read are exit 2',
        steps: [
          {
            hooks: 'run PreToolUs --json',
            stdin: ls,
            exit: 2,
            json: { code: 'EVENT_NOT_FOUND', remedy: /PreToolUse/ },
          },
          {
            hooks: 'run after_tool_call --json',
            exit: 2,
            json: {
              code: 'EVENT_NOT_FOUND',
              remedy: /run on PostToolUse and PostToolUseFailure: use that event\./,
            },
          },
          { hooks: 'run --json', stdin: ls, exit: 2, json: { code: 'USAGE' } },
          { hooks: 'run PreToolUse --json --payload nowhere.json', exit: 2, json: { code: 'PAYLOAD' } },
          { hooks: 'run PreToolUse --json --budget soon', stdin: ls, exit: 2, json: { code: 'USAGE' } },
          {
            hooks: 'run PreToolUse --json --only nobody',
            stdin: ls,
            exit: 2,
            json: { code: 'HOOK_NOT_FOUND' },
          },
        ],
      },
      {
        says: '`hooks test NAME` runs its cases, says what differs, and is exit 1 where one fails',
        hooks: [
          {
            name: 'guard',
            stderr: 'not here',
            exits: 2,
            files: {
              'tests/b.json': caseFile({ says: 'wants too much', decision: 'none', reason: '/^elsewhere/' }),
              'tests/a.json': caseFile({ says: 'is blocked', decision: 'block', reason: '/not \\w+/' }),
            },
          },
        ],
        steps: [
          {
            hooks: 'test guard',
            exit: 1,
            stdout:
              /is blocked[\s\S]*wants too much {2}.*tests\/b.json:1\n {6}decision: expected "none", found "block"\n {6}reason: expected a match for \/\^elsewhere\/, found "not here"[\s\S]*2 cases of 1 package: 1 passed, 1 failed\n$/,
          },
          {
            hooks: 'test guard --json',
            exit: 1,
            stdout:
              /^\{"schema":"hookmd.result\/1","hook":"user\/guard","file":"tests\/a.json",.*"ok":true.*\n\{.*"differences":\[\{"key":"decision","expected":"none","found":"block"\}.*\n\{"schema":"hookmd.test\/1","ok":false,"counts":\{"packages":1,"cases":2,"passed":1,"failed":1\}.*\n$/,
          },
          { remove: 'home/.hookmd/hooks/guard/tests/b.json' },
          { hooks: 'test guard', stdout: /1 case of 1 package: 1 passed\n$/ },
          { hooks: 'test nobody', exit: 1, stderr: /HOOK_NOT_FOUND/ },
        ],
      },
      {
        says: 'a test asks nobody else, needs no enabling, and leaves no trace in the state',
        hooks: [
          'blocks-always',
          {
            name: 'guard',
            does: 'echo x >> "$HOOK_DATA_DIR/seen"; test "$(wc -l < "$HOOK_DATA_DIR/seen")" -eq 1 || exit 2; exit 1',
            front: { enabled: false },
            files: {
              // More failures than a breaker takes.
              'tests/a.json': caseFile(
                ...Array.from({ length: 7 }, () => ({
                  says: 'fails',
                  outcome: 'non_blocking_error',
                  cause: 'EXIT',
                })),
              ),
            },
          },
        ],
        config: { hooks: { enabled: false } },
        steps: [
          { hooks: 'enable blocks-always --yes' },
          { remember: 'home' },
          { hooks: 'test guard', stdout: /7 passed/, stderr: /user\/guard is not approved/ },
          { unchanged: 'home' },
          { files: { 'log/runs': null } },
        ],
      },
      {
        says: 'a case brings its own files, variables and event, and sees no variable of the person',
        hooks: [
          {
            name: 'copies',
            does: 'test "$(ls | tr "\\n" " ")" = "sub " || exit 3; printf "%s-%s" "$(cat sub/in.txt)" "$TOKEN" > out.txt; printf "tell"; exit 0',
            front: { events: ['UserPromptSubmit'], protocol: 'claude', env: ['TOKEN', 'LOG'] },
            files: {
              'tests/a.json': JSON.stringify([
                {
                  ...copies('keeps to itself'),
                  expect: { context: ['tell'], files: { 'out.txt': 'given-', 'none.txt': null } },
                },
                {
                  ...copies('is given a variable'),
                  env: { TOKEN: 'mine' },
                  expect: { files: { 'out.txt': '/^g.*-mine$/' } },
                },
                {
                  ...copies('may have options'),
                  options: { limit: 5 },
                  expect: { outcome: 'success', dropped: [] },
                },
                {
                  ...copies('shows texts line by line'),
                  expect: { files: { 'out.txt': 'given-\nmore\n' } },
                },
              ]),
            },
          },
        ],
        steps: [
          {
            hooks: 'test copies --jobs 1',
            env: { TOKEN: 'secret' },
            exit: 1,
            stdout:
              /keeps to itself {2}\d+ ms\n.*is given a variable {2}\d+ ms\n[\s\S]*files.out.txt: expected \(-\), found \(\+\)[\s\S]*-more[\s\S]*3 passed, 1 failed/,
          },
        ],
      },
      {
        says: 'a case file that is wrong is exit 2, with every problem and its place; the others run',
        hooks: [
          {
            name: 'wrong',
            files: {
              'tests/a.json': [
                '[{',
                '  "schema": "hookmd.case/1",',
                '  "name": "a",',
                '  "event": "PreToolUs",',
                '  "payloa": {},',
                '  "files": {"../x": ""},',
                '  "expect": {"decision": "blocks", "reason": "/(/"}',
                '}]',
              ].join('\n'),
              'tests/b.json': '{',
              'tests/c.json': JSON.stringify({
                schema: 'hookmd.case/1',
                name: 'c',
                event: 'PreToolUse',
                expect: {},
              }),
            },
          },
          { name: 'right', files: { 'tests/a.json': caseFile({ says: 'passes', decision: 'none' }) } },
        ],
        steps: [
          {
            hooks: 'test wrong right',
            exit: 2,
            stdout: /right\n.*passes[\s\S]*1 case of 1 package/,
            stderr:
              /a.json:4:12 .*\n.*\n.*"PreToolUse"[\s\S]*a.json:5:3 .*\n.*\n.*"payload"[\s\S]*a.json:6:12 .*[\s\S]*a.json:7:26 [\s\S]*a.json:7:46 [\s\S]*b.json.*CASE_JSON[\s\S]*c.json:1:\d+.*CASE_VALUE/,
          },
        ],
      },
      {
        says: 'without a name nothing runs that a project brought and nobody approved; by name it does',
        hooks: [
          ...['brought', 'changed', 'approved'].map((name) => ({
            name,
            at: 'project' as const,
            does: `touch <log>/${name}`,
            files: { 'tests/a.json': caseFile({ says: 'passes', decision: 'none' }) },
          })),
          {
            name: 'own',
            does: 'touch <log>/own',
            files: { 'tests/a.json': caseFile({ says: 'passes', decision: 'none' }) },
          },
          'says-nothing',
        ],
        steps: [
          { hooks: 'enable changed --yes --digest <digest changed>' },
          { hooks: 'enable approved --yes --digest <digest approved>' },
          { append: { 'project/.hookmd/hooks/changed/handler.sh': '\n' } },
          {
            hooks: 'test --jobs 8',
            stdout:
              /^project\/approved\n.*passes.*\nuser\/own\n.*passes[\s\S]*2 cases of 2 packages: 2 passed\n$/,
            stderr:
              /^project\/brought is skipped: .*`hooks test project\/brought`.*\nproject\/changed is skipped: .*\nwithout cases: user\/says-nothing\n$/,
          },
          { files: { 'log/own': '', 'log/approved': '', 'log/brought': null, 'log/changed': null } },
          {
            hooks: 'test brought',
            stdout: /^project\/brought\n[\s\S]*1 passed/,
            stderr: /^project\/brought is not approved in this version.*\n$/,
          },
          { files: { 'log/brought': '' } },
          { hooks: 'test says-nothing', exit: 1, stderr: /CASES_MISSING/ },
          { hooks: 'test own --jobs none', exit: 2, stderr: /USAGE/ },
        ],
      },
    ],
  },
];
