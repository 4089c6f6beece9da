import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readModule } from './read-module.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookmd-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function read(text: string, files: Readonly<Record<string, string>> = {}) {
  for (const [path, content] of Object.entries({ ...files, 'plugin/x.ts': text })) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
  const { facts, places } = readModule(dir, 'plugin/x.ts');
  return { ...facts, places };
}

describe('the hooks in the text of a module of OpenCode', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'in what a function returns',
      'export const A = async () => { return { event: async ({ event }) => {}, "tool.execute.before": f } }',
      ['event', 'tool.execute.before'],
    ],
    ['in what an arrow returns', 'export const A = async () => ({ event })', ['event']],
    [
      'as methods',
      "export default async () => ({ async 'chat.message'(input, output) {} })",
      ['chat.message'],
    ],
    [
      'with types of TypeScript around them',
      'export const A: Plugin = async ({ client }: { client: C }) => { const hooks: Map<string, X> = y as Z<a, b>; return <Hooks>{ "permission.ask": async <T, U>(i: T, o: { status: U }) => {}, tool: {} } satisfies Hooks }',
      ['permission.ask', 'tool'],
    ],
    [
      'in an object with a name',
      'const hooks = { event: async () => {} }; export const A = async () => hooks',
      ['event'],
    ],
    [
      'added to an object',
      "export const A = async () => { const hooks = {}; hooks['tool.execute.after'] = async () => {}; hooks.event = async () => {}; return hooks }",
      ['tool.execute.after', 'event'],
    ],
    [
      'but in no other objects, comments, strings and patterns',
      `export const A = async () => {
        // "tool.execute.before": x
        const text = '{ "tool.execute.before": x }' + \`\${{ a: 1 }} "tool.execute.after": {\` + /return { "chat.message": /.source;
        const info = { tool: text, config: 1, auth: 'x' };
        switch (text) { case 'tool.execute.before': return { tool: input.tool, event: 'x' } }
        return {};
      }`,
      [],
    ],
    ['of no module that exports nothing', 'const A = () => ({ "tool.execute.before": f }); test(A)', []],
  ])('are found %s', (_, text, keys) => {
    expect(read(text).keys.toSorted()).toEqual(keys.toSorted());
  });

  it('are those of the modules that it imports from the plugin, too', () => {
    const text =
      "import { guard } from './lib/guard.js'; export const A = async (c) => ({ ...guard(c), event: f })";
    const guard =
      "import '../../../outside.ts'; import './guard.ts'; export const guard = () => ({ 'tool.execute.before': f })";
    const { keys, notHonored } = read(text, { 'plugin/lib/guard.ts': guard });
    expect(keys).toEqual(['event', 'tool.execute.before']);
    expect(notHonored).toEqual([
      'the hooks in `guard` are found only as far as the plugin itself has their names',
    ]);
  });

  it('have a line and a column', () => {
    const { places } = read('export const A = async () => ({\n  /* 1\n */ event: async () => {},\n})');
    expect(places.get('event')).toMatchObject({ line: 3, column: 5 });
  });
});

it('names the types of events, and what only OpenCode and Bun have', () => {
  const { types, notHonored } = read(`export const A = async ({ client }) => ({
    event: async ({ event }) => {
      if (event.type === 'session.idle' || event.type === "message.updated") await client.session.prompt({});
      await client.app.log({ body: {} }); await client.tui.showToast({ body: {} }); await Bun.write('x', 'y');
    },
  })`);
  expect(types).toEqual(['session.idle', 'message.updated']);
  expect(notHonored).toEqual([
    'it cannot reach the server of OpenCode, so `client.session.prompt` fails',
    'a plugin runs in Node, so `Bun.write` fails',
  ]);
});

it('knows a plugin of version 2 of OpenCode', () => {
  const { keys, notHonored } = read(
    "import { Plugin } from '@opencode/plugin'; export default Plugin.define({})",
  );
  expect(keys).toEqual([]);
  expect(notHonored).toEqual([
    '`@opencode/plugin` is for version 2 of OpenCode, whose plugins HookMD cannot run',
  ]);
});

it.each<[string, string]>([
  ['names in a row', 'client.'.repeat(140_000)],
  ['braces', "{'tool.execute.before':".repeat(40_000)],
  ['quotes', "'".repeat(900_000)],
  ['templates', '`${'.repeat(300_000)],
])('reads a text of %s in time that grows with its length', (_, text) => {
  const start = performance.now();
  read(text.slice(0, 90_000));
  const shortMs = performance.now() - start;
  read(text);
  expect(performance.now() - start).toBeLessThan(100 * shortMs + 500);
});

it('rejects a module that imports too much', () => {
  const files = { 'plugin/a.ts': `/*${'x'.repeat(700_000)}*/`, 'plugin/b.ts': `/*${'x'.repeat(700_000)}*/` };
  expect(() => read("import './a'; import './b';", files)).toThrow('imports more than');
});
