import type { JsonObject } from '@hookmd/core/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Built, buildModule, type WarmClient } from './served.fixture.ts';

const HANDLER = `
let calls = 0;
const deeds: Record<string, (event: any) => unknown> = {
  nothing: () => 'what it returns',
  blocks: () => ({ decision: 'block', messages: ['never read'], blocked: true }),
  says: (event) => { event.messages.push('one'); event.messages.push('two'); },
  'says later': async (event) => { await new Promise((r) => setImmediate(r)); event.messages.push(event.context.content); },
  'has a list of its own': (event) => { event.messages = ['mine']; },
  'has no list': (event) => { event.messages = 'mine'; },
  'adds files': (event) => { event.context.bootstrapFiles = [...event.context.bootstrapFiles, { name: 'A.md', content: 'a' }]; },
  'adds to the list': (event) => { event.context.bootstrapFiles.push({ name: 'A.md', content: 'a' }); },
  'takes everything away': (event) => { for (const key of Object.keys(event)) delete event[key]; },
  'changes its words': (event) => { event.type = 'x'; event.action = 'y'; event.context.workspaceDir = '/'; },
  'tells the time': (event) => { event.messages.push(event.timestamp.toISOString(), String(event.timestamp instanceof Date)); },
  'tells its settings': (event) => { event.messages.push(JSON.stringify(event.context.cfg)); },
  prints: (event) => { console.log('noise'); process.stdout.write('more'); },
  throws: () => { throw new Error('on purpose'); },
  rejects: async () => { throw new Error('on purpose'); },
  exits: () => process.exit(0),
  circles: (event) => { const file: any = {}; file.file = file; event.messages.push(file); },
};
export const onEvent = async (event: any) => { calls += 1; return deeds[event.context.deed]!(event); };
export const notes = ['no function'];
export default class { constructor() {} }
`;

const about = (deed: string, context: JsonObject = {}): JsonObject => ({
  type: 'agent',
  action: 'bootstrap',
  sessionKey: 's1',
  timestamp: '2026-01-02T03:04:05.678Z',
  messages: [],
  context: { deed, bootstrapFiles: [], ...context },
});

const file = { name: 'A.md', content: 'a' };
const answers: readonly (readonly [deed: string, answer: JsonObject])[] = [
  ['nothing', {}],
  ['blocks', {}],
  ['says', { messages: ['one', 'two'] }],
  ['has a list of its own', { messages: ['mine'] }],
  ['has no list', { messages: 'mine' }],
  ['adds files', { bootstrapFiles: [file] }],
  ['adds to the list', { bootstrapFiles: [file] }],
  ['takes everything away', {}],
  ['changes its words', {}],
  ['tells the time', { messages: ['2026-01-02T03:04:05.678Z', 'true'] }],
  ['prints', {}],
];

describe('a built handler of OpenClaw', () => {
  let built: Built;
  let warm: WarmClient;
  let id = 0;
  beforeAll(async () => {
    built = await buildModule(HANDLER, `, { protocol: 'openclaw', export: 'onEvent' }`);
    warm = built.warm();
  });
  afterAll(async () => {
    await warm.end();
    built.remove();
  });

  it.each(answers)('that %s answers so in a fresh process and in a warm one', async (deed, output) => {
    const fresh = built.run(about(deed));
    expect(fresh).toMatchObject({ status: 0, stdout: `${JSON.stringify(output)}\n` });
    id += 1;
    expect((await warm.ask(id, about(deed))).document).toEqual(output);
  });

  it('has events of its own where several come at once', async () => {
    const texts = Array.from({ length: 20 }, (_, n) => `text ${n}`);
    const result = await Promise.all(
      texts.map((content, n) => warm.ask(1000 + n, about('says later', { content }))),
    );
    expect(result.map(({ document }) => document)).toEqual(texts.map((text) => ({ messages: [text] })));
  });

  it('finds the options of its package where OpenClaw keeps those of a hook', async () => {
    const env = { HOOK_NAME: 'files', HOOK_OPTIONS: '{"paths":["a.md"],"enabled":false}' };
    const cfg = {
      hooks: { internal: { enabled: true, entries: { files: { paths: ['a.md'], enabled: true } } } },
    };
    const { stdout } = built.run(about('tells its settings'), undefined, env);
    expect(JSON.parse(JSON.parse(stdout).messages[0])).toEqual(cfg);
    const { document } = await warm.ask(2000, about('tells its settings'), env);
    expect(JSON.parse((document as { messages: string[] }).messages[0] ?? '')).toEqual(cfg);
  });

  it.each([
    ['throws', 'Error: on purpose'],
    ['rejects', 'Error: on purpose'],
    ['exits', 'it ended its process'],
    ['circles', 'circular structure'],
  ])('that %s fails', (deed, report) => {
    expect(built.run(about(deed))).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining(report),
    });
  });

  it('that throws fails one run of a warm process, and no other', async () => {
    expect((await warm.ask(3000, about('rejects'))).header).toMatchObject({ error: 'Error: on purpose' });
    expect((await warm.ask(3001, about('says'))).document).toEqual({ messages: ['one', 'two'] });
  });

  it.each(['hook', 'run'])('is no executable of Kodelet: %s', (argument) => {
    expect(built.run('{}', argument)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('a handler of another system is no executable of Kodelet'),
    });
  });
});

describe('a module without the export that its manifest names', () => {
  it.each([
    [
      HANDLER,
      'notes',
      'exports no function "notes", which OpenClaw would call; it exports default (function), notes (object), onEvent (function)',
    ],
    [
      'export const a = null;',
      'default',
      'exports no function "default", which OpenClaw would call; it exports a (null)',
    ],
    [
      'export {};',
      'toString',
      'exports no function "toString", which OpenClaw would call; it exports nothing',
    ],
  ])('fails, and says what it exports', async (source, name, output) => {
    const built = await buildModule(source, `, { protocol: 'openclaw', export: '${name}' }`);
    const failed = { status: 1, stdout: '', stderr: expect.stringContaining(output) };
    expect(built.run(about('nothing'))).toMatchObject(failed);
    const warm = built.warm();
    expect(await warm.exit()).toBe(1);
    await expect.poll(() => warm.stderr).toContain(output);
    built.remove();
  });
});

it('a handler of the CommonJS kind is its own default export', async () => {
  const built = await buildModule(
    "module.exports = (event) => { event.messages.push('fine'); };",
    `, { protocol: 'openclaw' }`,
  );
  expect(built.run(about('nothing')).stdout).toBe('{"messages":["fine"]}\n');
  built.remove();
});
