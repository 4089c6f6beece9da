import type { JsonObject } from '@hookmd/core/events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeEvent } from '../testing/fixture.ts';
import { type Built, buildModule, type WarmClient } from './served.fixture.ts';
import { encodeFrame, type Frame, FrameReader } from './warm.ts';

const HANDLER = `
import { defineHook } from '@hookmd/sdk';
console.log('loaded');
let open: () => void;
const gate = new Promise<void>((resolve) => { open = resolve; });
let count = 0;
export default defineHook({ on: 'UserPromptSubmit', async run({ prompt }, h) {
  console.log('begins', prompt);
  count++;
  if (prompt === 'waits') { await gate; console.log('goes on', prompt); return h.block('waited'); }
  if (prompt === 'opens') { open(); h.log('logged'); process.stderr.write('err '); }
  if (prompt === 'env') return h.block([h.env.GRANTED, process.env.GRANTED, h.options.limit, count].join());
  if (prompt === 'canceled') {
    if (!h.signal.aborted) await new Promise((resolve) => h.signal.addEventListener('abort', resolve));
    return h.block('aborted: ' + h.signal.aborted);
  }
  if (prompt === 'floods') console.log('x'.repeat(100_000));
  if (prompt === 'floods and throws') { console.log('x'.repeat(100_000)); throw new Error('after the flood'); }
  if (prompt === 'stray') await new Promise(() => setTimeout(() => { throw new Error('stray'); }, 1));
  if (prompt === 'rejects') { Promise.reject(new Error('unheard')); await new Promise(() => {}); }
  if (prompt === 'breaks') {
    console.log = JSON.parse = JSON.stringify = Buffer.from = Buffer.concat = () => { throw 1; };
    h.log('broken');
  }
  if (prompt === 'exits') process.exit(0);
  if (prompt === 'late') setTimeout(() => { console.log('too late'); open(); }, 1);
} });
`;

const prompt = (text: string): JsonObject => makeEvent('UserPromptSubmit', { prompt: text });

describe('a warm handler', () => {
  let built: Built;
  let warm: WarmClient;
  beforeAll(async () => {
    built = await buildModule(HANDLER);
  });
  afterAll(() => built.remove());
  beforeEach(() => {
    warm = built.warm();
  });
  afterEach(() => warm.end());

  it('greets with the version of the protocol, once it is loaded', async () => {
    expect(await warm.said('ready')).toEqual({ header: { ready: 1 }, document: null });
    await expect.poll(() => warm.stderr).toBe('loaded\n');
  });

  it('judges several events at once, and tells what each of them wrote', async () => {
    const first = warm.ask(1, prompt('waits'));
    const second = await warm.ask(2, prompt('opens'));
    expect(second).toEqual({ header: { id: 2, stderr: 'begins opens\nlogged\nerr ' }, document: {} });
    expect(await first).toEqual({
      header: { id: 1, stderr: 'begins waits\ngoes on waits\n' },
      document: { decision: 'block', reason: 'waited' },
    });
  });

  it('has the environment and the options of each event', async () => {
    const reasons = [];
    for (const id of [1, 2]) {
      const env = { GRANTED: `value ${id}`, HOOK_OPTIONS: JSON.stringify({ limit: id }) };
      reasons.push((await warm.ask(id, prompt('env'), env)).document?.['reason']);
    }
    expect(reasons).toEqual(['value 1,,1,1', 'value 2,,2,2']);
  });

  it('hears that a run is canceled, and answers it', async () => {
    const output = warm.ask(1, prompt('canceled'));
    warm.send({ cancel: 1 });
    warm.send({ cancel: 7 });
    expect((await output).document).toEqual({ decision: 'block', reason: 'aborted: true' });
  });

  it('keeps 64 KiB of what a run writes, and says that there was more', async () => {
    const { header } = await warm.ask(1, prompt('floods'));
    expect(header).toMatchObject({ stderrOverflow: true });
    expect(header['stderr']).toHaveLength(64 * 1024);
  });

  it('has room for a stack after a flood', async () => {
    const { header } = await warm.ask(1, prompt('floods and throws'));
    expect(header).toMatchObject({ stderrOverflow: true, error: 'Error: after the flood' });
    expect(header['stderr']).toMatch(/Error: after the flood\n +at .*handler\.ts/);
    expect(header['stderr']).toHaveLength(64 * 1024);
  });

  it.each(['stray', 'rejects'])('fails the run that %s, and goes on with the others', async (deed) => {
    const item = warm.ask(1, prompt('waits'));
    const { header } = await warm.ask(2, prompt(deed));
    expect(header['error']).toMatch(/^Error: (stray|unheard)$/);
    await warm.ask(3, prompt('opens'));
    expect((await item).document).toMatchObject({ decision: 'block' });
  });

  it('goes on where a handler replaces what others rely on', async () => {
    expect(await warm.ask(1, prompt('breaks'))).toEqual({
      header: { id: 1, stderr: 'begins breaks\nbroken\n' },
      document: {},
    });
    expect((await warm.ask(2, prompt('env'))).header['error']).toBe('it threw 1');
  });

  it('gives what a run writes after its answer to nobody', async () => {
    const waiting = warm.ask(1, prompt('waits'));
    expect((await warm.ask(2, prompt('late'))).header['stderr']).toBe('begins late\n');
    expect((await waiting).header['stderr']).not.toContain('too late');
    // It comes by another way than the answers.
    await expect.poll(() => warm.stderr).toContain('too late');
  });

  it('fails an event that is no JSON, or that it has no hook for', async () => {
    expect((await warm.ask(1, 'no JSON')).header['error']).toMatch(/^SyntaxError/);
    expect((await warm.ask(2, makeEvent('Stop', {}))).header['error']).toBe(
      'Error: the event is Stop, but the module has hooks on UserPromptSubmit',
    );
  });

  it('ends with its host, and with status 1 where a handler ends it', async () => {
    await warm.said('ready');
    expect(await warm.end()).toBe(0);
    const warmClient = built.warm();
    void warmClient.ask(1, prompt('exits'));
    expect(await warmClient.exit()).toBe(1);
  });

  it('ends with status 1 where a frame is none', async () => {
    warm.send({ neither: true });
    expect(await warm.exit()).toBe(1);
    await expect.poll(() => warm.stderr).toContain('neither an event nor a cancellation');
  });
});

describe('frames', () => {
  const frames: readonly (readonly [string, string])[] = [
    ['{"a":"ä€"}', ''],
    ['{}', 'body ä'],
    ['', 'x'.repeat(100_000)],
  ];
  const bytes = Buffer.concat(frames.map(([header, body]) => encodeFrame(header, body)));

  it.each([1, 2, 7, 8, 9, 65_536, bytes.length])('are found in chunks of %i bytes', (size) => {
    const reader = new FrameReader();
    const found: Frame[] = [];
    for (let at = 0; at < bytes.length; at += size) found.push(...reader.read(bytes.subarray(at, at + size)));
    expect(found.map(({ header, body }) => [header, body.toString()])).toEqual(frames);
  });

  it('are refused where their length cannot be one', () => {
    expect(() => new FrameReader().read(Buffer.alloc(8, 0xff))).toThrow('a frame of');
  });
});
