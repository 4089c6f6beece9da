import type { JsonObject } from '@hookmd/core/events';
import { kodeletTools } from '@hookmd/core/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalTool, toCanonicalInput, toNativeInput } from './kodelet-events.ts';
import { type Built, buildModule } from './served.fixture.ts';

const natives = [
  'bash',
  'file_read',
  'file_write',
  'file_edit',
  'grep_tool',
  'glob_tool',
  'web_fetch',
  'subagent',
  'mcp__a__b',
];
const inputs: readonly JsonObject[] = [
  {
    command: 'ls',
    timeout: 10,
    file_path: '/a',
    text: 'x',
    old_text: 'a',
    new_text: 'b',
    include: '*',
    question: 'q',
    line_limit: 3,
  },
  { timeout: 0.25, content: 'x', text: 'y', prompt: 'p', question: 'q' },
  { content: 'canonical name', glob: 'g', limit: 1, timeout: 1.00049 },
];

describe('the tools of Kodelet', () => {
  it.each(natives)('%s is read as the runtime reads it', (native) => {
    for (const input of inputs) {
      const call = kodeletTools.toCanonical(native, input);
      expect({ name: canonicalTool(native), input: toCanonicalInput(native, input) }).toEqual(call);
    }
  });

  it.each(natives)('%s comes back as it was where nothing was changed', (native) => {
    for (const input of inputs) {
      const canonical = toCanonicalInput(native, input);
      expect(toNativeInput(native, input, canonical)).toEqual(input);
    }
  });

  it('takes a change back in its own words and units', () => {
    expect(toNativeInput('bash', { command: 'a', timeout: 10 }, { command: 'b', timeout: 500 })).toEqual({
      command: 'b',
      timeout: 0.5,
    });
    expect(toNativeInput('file_write', { text: 'a' }, { content: 'b', file_path: '/x' })).toEqual({
      text: 'b',
      file_path: '/x',
    });
  });
});

describe('an executable of Kodelet', () => {
  let item: Built;
  let two: Built;
  let none: Built;
  beforeAll(async () => {
    const hook = (on: string, run: string): string =>
      `export const on${on} = defineHook({ on: '${on}', run(event, h) { ${run} } });\n`;
    const sdk = `import { defineHook } from '@hookmd/sdk';\n`;
    item = await buildModule(sdk + hook('PostToolUse', `return [h.redact('x'), h.addContext('told')];`));
    two = await buildModule(sdk + hook('Stop', '') + hook('PreToolUse', `return h.ask('sure?');`));
    none = await buildModule(sdk + hook('PreCompact', ''));
  });
  afterAll(() => {
    for (const built of [item, two, none]) built.remove();
  });

  it('says which event it is about', () => {
    expect(item.run('', 'hook')).toMatchObject({ status: 0, stdout: 'after_tool_call\n' });
  });

  it('is no executable of Kodelet with hooks on two of its events, or on one that it does not have', () => {
    expect(two.run('', 'hook')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('before_tool_call, agent_stop'),
    });
    expect(none.run('', 'hook')).toMatchObject({ status: 1, stdout: '' });
  });

  it('says what Kodelet has no words for, and gives the rest', () => {
    const payload = {
      event: 'after_tool_call',
      tool_name: 'x',
      tool_input: {},
      tool_output: { toolName: 'x', success: true, metadata: 1 },
    };
    const run = item.run(payload, 'run');
    expect(JSON.parse(run.stdout)).toEqual({ output: { toolName: 'x', success: true, metadata: 'x' } });
    expect(run.stderr).toContain('no words for context');
  });

  it('has no opinion on a failure where it is about successes', () => {
    const payload = {
      event: 'after_tool_call',
      tool_name: 'x',
      tool_input: {},
      tool_output: { success: false, error: 'e' },
    };
    expect(item.run(payload, 'run')).toMatchObject({ status: 0, stdout: '{}\n' });
  });

  it('blocks where it would ask: Kodelet cannot ask', () => {
    const run = two.run({ event: 'before_tool_call', tool_name: 'bash', tool_input: {} }, 'run');
    expect(JSON.parse(run.stdout)).toEqual({ blocked: true, reason: 'sure?' });
  });

  it('fails on an event that it knows nothing of', () => {
    expect(item.run({ event: 'agent_stop' }, 'run')).toMatchObject({ status: 1, stdout: '' });
    expect(item.run({ event: 'turn_begin' }, 'run')).toMatchObject({ status: 1, stdout: '' });
  });
});
