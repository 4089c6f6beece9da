import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../events/json.ts';
import { findForm } from './index.ts';

/** The hooks of a file at this path, without their places. */
function read(path: string, value: JsonValue): readonly unknown[] {
  const form = findForm(path, value);
  const { entries, problems } = form.read(value);
  expect(problems).toEqual([]);
  return entries.map(({ event, matcher, hook, notHonored }) => [
    form.protocol,
    event,
    matcher,
    hook,
    ...notHonored,
  ]);
}

const command = { type: 'command', command: './x.sh' };
const extension = '$'.concat('{extensionPath}');

describe('the form of a file', () => {
  it.each([
    ['settings', '/home/.hookmd/config.yaml', { entries: {} }],
    ['claude', '/p/.claude/settings.json', { hooks: { PreToolUse: [] } }],
    ['claude', '/p/hooks/hooks.json', { hooks: { SessionStart: [] } }],
    ['claude', '/p/SKILL.md', {}],
    ['gemini', '/p/.gemini/settings.json', {}],
    ['gemini', '/p/hooks/hooks.json', { hooks: { BeforeTool: [] } }],
    [
      'gemini',
      '/p/hooks/hooks.json',
      { hooks: { SessionStart: [{ hooks: [{ ...command, command: `${extension}/x.sh` }] }] } },
    ],
    ['cursor', '/p/.cursor/hooks.json', {}],
    ['cursor', '/p/hooks/hooks.json', { hooks: { beforeSubmitPrompt: [] } }],
  ])('is that of %s for %s with %j', (id, path, value) => {
    expect(findForm(path, value as JsonValue).id).toBe(id);
  });

  it('says of each part that has another shape where it is, and reads the others', () => {
    const hooks = { PreToolUse: [{ hooks: [command, 5] }, 'x', {}], Stop: {} };
    const { entries, problems } = findForm('x.json', { hooks }).read({ hooks });
    expect(entries).toHaveLength(1);
    expect(problems.map(({ path }) => path.join('.'))).toEqual([
      'hooks.PreToolUse.0.hooks.1',
      'hooks.PreToolUse.1',
      'hooks.PreToolUse.2',
      'hooks.Stop',
    ]);
    expect(findForm('x.json', { hooks: [] }).read({ hooks: [] }).problems).toHaveLength(1);
  });
});

describe('the form of Gemini CLI', () => {
  const file = '/p/.gemini/settings.json';

  it('has milliseconds, patterns that are searched for, and variables', () => {
    const hook = { ...command, name: 'guard', timeout: 500, env: { MODE: 'it’s $5' } };
    expect(read(file, { hooks: { BeforeTool: [{ matcher: 'write_', hooks: [hook] }] } })).toEqual([
      [
        'gemini',
        'BeforeTool',
        '.*(?:write_).*',
        { ...command, name: 'guard', timeout: '500ms', command: "export MODE='it’s $5'; ./x.sh" },
      ],
    ]);
  });

  it('compares anything but the name of a tool with the whole text', () => {
    const hooks = { SessionStart: [{ matcher: 'startup', hooks: [command] }] };
    expect(read(file, { hooks })).toEqual([['gemini', 'SessionStart', 'startup', command]]);
  });

  it('fills in the placeholders of extensions but the extension itself', () => {
    const hook = { ...command, command: `node "${extension}$\{/}x.js" $\{workspacePath}` };
    expect(read('/x/hooks/hooks.json', { hooks: { AfterAgent: [{ hooks: [hook] }] } })).toEqual([
      [
        'gemini',
        'AfterAgent',
        undefined,
        { ...command, command: `node "${extension}/x.js" $GEMINI_PROJECT_DIR` },
      ],
    ]);
  });

  it('leaves out what is disabled in it', () => {
    const hooks = { AfterTool: [{ hooks: [{ ...command, name: 'a' }, command] }] };
    expect(read(file, { hooks: { ...hooks, disabled: ['a'] } })).toHaveLength(1);
    expect(read(file, { hooks, hooksConfig: { disabled: ['a', './x.sh'] } })).toEqual([]);
    expect(read(file, { hooks: { ...hooks, enabled: false } })).toEqual([]);
  });
});

describe('the form of Cursor', () => {
  const file = '/p/.cursor/hooks.json';
  const plain = { command: './x.sh' };

  it('has canonical names where Copilot has the same ones, patterns, and failClosed', () => {
    const hooks = {
      preToolUse: [{ ...plain, matcher: 'Shell', failClosed: true, timeout: 5 }],
      beforeShellExecution: [{ ...plain, matcher: 'rm ' }],
      stop: [{ ...plain, matcher: 'Stop', loop_limit: null }],
      afterAgentThought: [plain],
    };
    expect(read(file, { version: 1, hooks })).toEqual([
      ['cursor', 'PreToolUse', '.*(?:Shell).*', { ...plain, timeout: 5, onFailure: 'block' }],
      ['cursor', 'beforeShellExecution', '.*(?s:.*)(?:rm\\x20)(?s:.*)', plain],
      [
        'cursor',
        'stop',
        undefined,
        plain,
        expect.stringContaining('`loop_limit` has no effect'),
        '`matcher` has no effect at stop',
      ],
      ['cursor', 'afterAgentThought', undefined, plain, expect.stringContaining('never runs')],
    ]);
  });

  it('keeps what a model is asked', () => {
    const hook = { type: 'prompt', prompt: 'Is it safe? $ARGUMENTS', timeout: 10 };
    expect(read(file, { hooks: { beforeMCPExecution: [hook] } })).toEqual([
      ['cursor', 'beforeMCPExecution', undefined, hook],
    ]);
  });
});
