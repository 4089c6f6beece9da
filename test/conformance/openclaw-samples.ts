import type { HookSpec } from '../support/hook-package.ts';
import type { Case } from './row.ts';

/** A package as OpenClaw's authors write them: everything in `metadata.openclaw`, a function, no word of HookMD. */
function pack(
  name: string,
  openclaw: string,
  files: Readonly<Record<string, string>>,
  keys: readonly string[] = [],
): HookSpec {
  const front = [
    `name: ${name}`,
    `description: "What ${name} does, in a sentence"`,
    'homepage: https://docs.example.com/hooks',
    ...keys,
    `metadata:\n  {\n    "openclaw": { "emoji": "💾", ${openclaw} },\n  }`,
  ];
  return { name, manifest: `---\n${front.join('\n')}\n---\n\n# ${name}\n`, files };
}

/** Of the kind of its session-memory: what was said is kept when a session is reset, and mentioned at the next. */
const sessionMemory = pack(
  'session-memory',
  '"events": ["command:new", "command:reset"], "requires": { "bins": ["node"] }, "install": [{ "id": "bundled", "kind": "bundled" }]',
  {
    'handler.ts': `import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HookHandler } from '../../src/hooks/hooks.js';
import { lastTexts } from './transcript.ts';

enum Notes { Kept = 4 }

const remember: HookHandler = async (event) => {
  if (event.type !== 'command') return;
  const { workspaceDir, sessionEntry } = event.context as { workspaceDir: string; sessionEntry?: { sessionFile?: string } };
  const folder = join(workspaceDir, 'memory');
  if (event.action === 'new') {
    const notes = await readdir(folder).catch(() => []);
    if (notes.length > 0) event.messages.push(\`Notes of \${notes.length} sessions are in memory/\`);
    return;
  }
  if (sessionEntry?.sessionFile === undefined) return;
  const said = lastTexts(await readFile(sessionEntry.sessionFile, 'utf8'), Notes.Kept);
  await mkdir(folder, { recursive: true });
  const day = event.timestamp.toISOString().slice(0, 10);
  await writeFile(join(folder, \`\${event.sessionKey}.md\`), [\`# \${day}, \${event.context.commandSource}\`, ...said].join('\\n'));
};

export default remember;
`,
    'transcript.ts': `export function lastTexts(lines: string, count: number): string[] {
  const entries = lines.split('\\n').filter(Boolean).map((line) => JSON.parse(line));
  return entries.map(({ message }) => \`\${message.role}: \${message.content}\`).slice(-count);
}
`,
  },
);

/** Of the kind of its boot-md: BOOT.md of the workspace is taken up once the agent is there. */
const bootMd = pack('boot-md', '"events": ["gateway:startup"], "export": "onStartup", "hookKey": "boot"', {
  'index.ts': `import { readFileSync } from 'node:fs';

export async function onStartup(event) {
  const text = readFileSync(event.context.workspaceDir + '/BOOT.md', 'utf8');
  event.messages.push('BOOT.md: ' + text.trim());
}

export default () => { throw new Error('this one is skipped for'); };
`,
});

/** Of the kind of its bootstrap-extra-files: the model reads more files than the agent would give it. */
const extraFiles = pack(
  'extra-files',
  '"events": ["agent:bootstrap"]',
  {
    'handler.js': `import fs from 'node:fs/promises';
import path from 'node:path';

export default async function addFiles({ context }) {
  const entry = context.cfg?.hooks?.internal?.entries?.['extra-files'];
  const found = [];
  for (const file of entry?.paths ?? ['AGENTS.extra.md']) {
    const full = path.resolve(context.workspaceDir, file);
    const content = await fs.readFile(full, 'utf8').catch(() => undefined);
    found.push({ name: path.basename(file), path: file, content, missing: content === undefined });
  }
  context.bootstrapFiles = [...context.bootstrapFiles, ...found];
  return { block: true, reason: 'nobody reads this' };
}
`,
  },
  [
    'options: { type: object, properties: { paths: { type: array, items: { type: string }, default: [docs/RULES.md, gone.md] } } }',
  ],
);

/** Of the kind of its command-logger, for messages too: a line for everything, and no opinion. */
const activityLog = pack('activity-log', '"events": "command, message:received"', {
  'handler.js': `import { appendFile, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';

const log = homedir() + '/.openclaw/logs';

export default async (event) => {
  await mkdir(log, { recursive: true });
  const { from, content } = event.context;
  const line = { at: event.timestamp.getTime(), is: event.type + ':' + event.action, session: event.sessionKey, from, content };
  await appendFile(log + '/activity.log', JSON.stringify(line) + '\\n');
};
`,
});

/** Of the kind of its compaction-notifier, and one that says who it is. */
const counter = pack('counter', '"events": ["session:compact:before", "message:received"], "always": true', {
  'handler.js': `let calls = 0;
export default async (event) => {
  calls += 1;
  event.messages.push([calls, process.pid, event.timestamp instanceof Date, process.cwd()].join(' '));
  if (event.context.content === 'slow') await new Promise((resolve) => setTimeout(resolve, 20));
  if (event.context.content === 'throw') throw new Error('on purpose');
};
`,
});

/** Two words for one event of ours. */
const ends = pack('ends', '"events": ["command:reset", "command:stop"]', {
  'handler.js': 'export default ({ action, messages }) => { messages.push(action); };\n',
});

const line = (is: string, more = ''): string => `"is":"${is}","session":"s1"${more}`;

/** Packs of OpenClaw, unmodified: switched on by the command line, asked by it and by a process that keeps them. */
export const openclawPacks: readonly Case[] = [
  {
    says: 'a pack of OpenClaw keeps what was said when a session is reset, and says so at the next',
    hooks: [sessionMemory],
    files: {
      'scratch.jsonl': ['user one', 'assistant two']
        .map((output) => output.split(' '))
        .map(([role, content]) => `${JSON.stringify({ message: { role, content } })}\n`)
        .join(''),
    },
    steps: [
      { hooks: 'enable session-memory --yes' },
      { hooks: 'info session-memory --json', json: { state: 'ready', protocol: 'openclaw' } },
      {
        fire: 'SessionStart',
        payload: {},
        run: { approved: true },
        expect: { outcomes: { 'session-memory': 'success' } },
      },
      {
        fire: 'SessionEnd',
        payload: { session_id: 's1', reason: 'clear', transcript_path: '<scratch>/scratch.jsonl' },
        run: { approved: true },
        expect: {
          outcomes: { 'session-memory': 'success' },
          files: { 'project/memory/s1.md': /^# \d{4}-\d\d-\d\d, \S+\nuser: one\nassistant: two$/ },
        },
      },
      {
        fire: 'SessionStart',
        payload: { source: 'startup' },
        run: { approved: true },
        expect: {
          userMessages: ['Notes of 1 sessions are in memory/'],
          host: { systemMessage: 'Notes of 1 sessions are in memory/' },
        },
      },
    ],
  },
  {
    says: 'of a pack of OpenClaw the export is called that its manifest names',
    hooks: [bootMd],
    files: { 'project/BOOT.md': 'Say hello.\n' },
    steps: [
      { hooks: 'enable boot-md --yes' },
      { hooks: 'info boot-md', stdout: /index\.ts, export onStartup/ },
      {
        fire: 'Setup',
        payload: { trigger: 'init' },
        run: { approved: true },
        expect: { userMessages: ['BOOT.md: Say hello.'] },
      },
      // What `hooks build` made of it is the same hook.
      { hooks: 'build boot-md' },
      { remove: 'home/.hookmd/hooks/boot-md' },
      { rename: ['project/dist/boot-md', 'home/.hookmd/hooks/boot-md'] },
      { hooks: 'enable boot-md --yes' },
      { hooks: 'info boot-md', stdout: /handler\.cjs, export onStartup/ },
      {
        fire: 'Setup',
        payload: { trigger: 'init' },
        run: { approved: true },
        expect: { userMessages: ['BOOT.md: Say hello.'] },
      },
    ],
  },
  {
    says: 'files that a pack of OpenClaw adds at the start of a session are read by the model, whatever it returns',
    hooks: [extraFiles],
    files: { 'project/docs/RULES.md': 'Be kind.\n', 'project/b.md': 'B' },
    steps: [
      { hooks: 'enable extra-files --yes' },
      {
        fire: 'SessionStart',
        payload: {},
        run: { approved: true },
        expect: {
          context: ['## docs/RULES.md\n\nBe kind.'],
          host: {
            hookSpecificOutput: {
              hookEventName: 'SessionStart',
              additionalContext: '## docs/RULES.md\n\nBe kind.',
            },
          },
        },
      },
      { hooks: 'config set package.extra-files.options.paths ["b.md"]' },
      { fire: 'SessionStart', payload: {}, run: { approved: true }, expect: { context: ['## b.md\n\nB'] } },
    ],
  },
  {
    says: 'a family of OpenClaw is told which of its events it is, and a message what was written',
    hooks: [activityLog, ends],
    steps: [
      { hooks: 'enable activity-log ends --yes' },
      ...(
        [
          ['SessionStart', { source: 'startup' }, line('command:new'), []],
          ['SessionEnd', { reason: 'clear' }, line('command:reset'), ['reset']],
          ['SessionEnd', { reason: 'logout' }, line('command:stop'), ['stop']],
          [
            'UserPromptSubmit',
            { prompt: 'hello' },
            line('message:received', ',"from":"user","content":"hello"'),
            [],
          ],
        ] as const
      ).map(([event, payload, wanted, userMessages]) => ({
        fire: event,
        payload: { session_id: 's1', ...payload },
        run: { approved: true },
        expect: {
          userMessages,
          outcomes: { 'activity-log': 'success' },
          files: { 'home/.openclaw/logs/activity.log': new RegExp(`"at":1[0-9]{12},${wanted}`) },
        },
      })),
    ],
  },
  {
    says: 'in a process that is kept, every event of OpenClaw is its own, and a throw costs one of them',
    hooks: [counter, extraFiles],
    files: { 'project/docs/RULES.md': 'Be kind.\n' },
    steps: [
      { hooks: 'enable counter extra-files --yes' },
      {
        script: `
          const hooks = await open();
          const fire = async (event, payload) => (await hooks.dispatch(event, payload)).decision;
          const start = await fire('SessionStart', { source: 'startup' });
          const first = await fire('PreCompact', { trigger: 'auto' });
          const prompts = ['slow', 'fast', 'throw', 'slow'];
          const rest = await Promise.all(prompts.map((prompt) => fire('UserPromptSubmit', { prompt })));
          const last = await fire('UserPromptSubmit', { prompt: 'fast' });
          await hooks.close();
          const said = [first, ...rest, last].map(({ userMessages }) => userMessages.map((text) => text.split(' ')));
          print({
            context: start.context,
            messages: said.map((list) => list.length),
            calls: new Set(said.flat().map(([calls]) => calls)).size,
            pids: new Set(said.flat().map(([, pid]) => pid)).size,
            dates: said.flat().every(([, , isDate]) => isDate === 'true'),
            inPackage: said.flat().every(([, , , cwd]) => /store/.test(cwd)),
            failed: rest[2].hooks.find(({ name }) => name === 'counter').cause,
          });`,
        prints: {
          context: ['## docs/RULES.md\n\nBe kind.'],
          messages: [1, 1, 1, 0, 1, 1],
          calls: 5,
          dates: true,
          inPackage: true,
          pids: 1,
          failed: 'THROWN',
        },
      },
      { leavesNothing: true },
    ],
  },
  {
    says: 'a handler of OpenClaw that throws, or is none, is a failed run that says what there is',
    hooks: [
      counter,
      pack('nameless', '"events": ["message:received"], "export": "onMessage"', {
        'handler.ts': 'export const onmessage = () => {};\nexport const table = {};\nexport default 5;\n',
      }),
      pack('wrong', '"events": ["message:received"]', {
        'handler.ts':
          'export default (event) => { event.messages.push("fine", 5); event.messages.length; };\n',
      }),
    ],
    steps: [
      { hooks: 'enable counter nameless wrong --yes' },
      {
        fire: 'UserPromptSubmit',
        payload: { prompt: 'throw' },
        run: { approved: true },
        expect: {
          userMessages: ['fine'],
          failedOpen: ['user/counter', 'user/nameless'],
          runs: {
            counter: { outcome: 'non_blocking_error', cause: 'THROWN', reason: /Error: on purpose/ },
            nameless: {
              outcome: 'non_blocking_error',
              cause: 'THROWN',
              reason:
                /exports no function "onMessage", .*it exports default \(number\), onmessage \(function\), table \(object\)/,
            },
            wrong: {
              outcome: 'success',
              phase: 'observe',
              warnings: ['openclaw: `messages[1]` is not a string, and left out'],
            },
          },
        },
      },
    ],
  },
];
