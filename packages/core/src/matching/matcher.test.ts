import { describe, expect, it } from 'vitest';
import { checkPattern, matchSubject, parseMatcher } from './matcher.ts';
import { toolNames, viewTool } from './tool-view.ts';

async function matches(text: string, ...names: string[]): Promise<boolean> {
  const matcher = parseMatcher(text);
  if ('error' in matcher) throw new Error(matcher.error);
  return matchSubject(matcher, names);
}

describe('a matcher', () => {
  it.each([
    ['', 'Anything', true],
    ['*', 'Anything', true],
    ['  ', 'Anything', true],
    ['Write', 'Write', true],
    ['Write', 'Read', false],
    ['Write', 'write', false],
    ['Write', 'NotebookWrite', false],
    ['Edit|Write', 'Write', true],
    [' Edit | Write ', 'Write', true],
    ['Edit|Write', 'MultiEdit', false],
    ['mcp__github__create_issue', 'mcp__github__create_issue', true],
    ['mcp__github__.*', 'mcp__github__create_issue', true],
    ['mcp__github__.*', 'mcp__gitlab__create_issue', false],
    ['github__.*', 'mcp__github__create_issue', false],
    ['mcp__github', 'mcp__github__create_issue', false],
    ['.*', 'Anything', true],
    ['(Multi)?Edit', 'MultiEdit', true],
    ['^Bash$', 'Bash', true],
    ['Bash|mcp__.*', 'BashOutput', false],
    ['[A-Z][a-z]+', 'Bash', true],
    ['(?i)bash', 'BASH', true],
    ['a.b', 'axb', false],
    ['a\\.b', 'a.b', true],
  ])('%j against %s: %j', async (text, name, expected) => {
    expect(await matches(text, name)).toBe(expected);
  });

  it('means a tool by its canonical name, its native name, its kind or its MCP spelling', async () => {
    const view = { ...viewTool('Bash', 'run_shell', {}), mcp: { server: 's', tool: 't' } };
    for (const text of ['Bash', 'run_shell', 'shell', 'mcp__s__t', 'run_.*']) {
      expect(await matches(text, ...toolNames('Bash', view, {}))).toBe(true);
    }
    expect(await matches('Shell', ...toolNames('Bash', view, {}))).toBe(false);
  });

  it('is plain JSON', () => {
    for (const text of ['*', 'Edit|Write', 'mcp__.*']) {
      const matcher = parseMatcher(text);
      expect(JSON.parse(JSON.stringify(matcher))).toEqual(matcher);
    }
  });

  it.each([
    ['Edit|', /missing/],
    ['Edit | mcp__.*', /blanks/],
    ['Notebook*', /did you mean `Notebook\.\*`/],
    ['Edit|mcp__github__*', /did you mean `mcp__github__\.\*`/],
    [`${'a'.repeat(600)}.*`, /at most 512/],
  ])('that could never match as meant is refused: %j', (text, message) => {
    expect(parseMatcher(text)).toEqual({ error: expect.stringMatching(message) });
  });

  it.each(['(', '[a', 'a**', '(?=a)b', '(a)\\1', '(?<!a)b', '(a{1000}){1000}'])(
    'with a pattern that is not RE2 is refused by checkPattern: %s',
    async (text) => {
      const matcher = parseMatcher(text);
      if ('error' in matcher) throw new Error(matcher.error);
      expect(await checkPattern(matcher)).toEqual({ error: expect.any(String) });
    },
  );

  it('with a broken pattern matches, should it get as far as an event', async () => {
    expect(await matchSubject({ kind: 'pattern', source: '(broken' }, ['Bash'])).toBe(true);
    expect(matchSubject({ kind: 'pattern', source: '(broken' }, ['Bash'])).toBe(true);
  });

  it('that is no pattern has nothing to check and answers at once', async () => {
    expect(await checkPattern({ kind: 'any' })).toBeNull();
    expect(await checkPattern({ kind: 'names', names: ['Bash'] })).toBeNull();
    expect(matchSubject({ kind: 'names', names: ['Bash'] }, ['Bash'])).toBe(true);
  });

  it('that is a pattern answers at once from the second time on', async () => {
    const matcher = { kind: 'pattern', source: 'second(time)?' } as const;
    expect(matchSubject(matcher, ['second'])).toBeInstanceOf(Promise);
    await matchSubject(matcher, ['second']);
    expect(matchSubject(matcher, ['first', 'second'])).toBe(true);
    expect(matchSubject(matcher, ['third'])).toBe(false);
  });

  it('stays linear on a pattern made to backtrack', async () => {
    // A backtracking engine would outlast the test.
    expect(await matches('(x+x+)+y', 'x'.repeat(20_000))).toBe(false);
  });
});
