import { describe, expect, it } from 'vitest';
import { checkPattern, type MatcherSyntax, matchSubject, parseMatcher } from './matcher.ts';
import { shownNames, toolNames, viewTool } from './tool-view.ts';

async function matchesIn(syntax: MatcherSyntax, text: string, ...names: string[]): Promise<boolean> {
  const matcher = parseMatcher(text, syntax);
  if ('error' in matcher) throw new Error(matcher.error);
  return matchSubject(matcher, names);
}
const matches = (text: string, ...names: string[]): Promise<boolean> => matchesIn('hookmd', text, ...names);

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

/** As Claude Code 2.1.328 ran: a hook for each matcher, and a call of each tool. */
describe('a matcher of Claude Code', () => {
  it.each([
    ['', 'Bash', true],
    ['*', 'Bash', true],
    ['Bash', 'Bash', true],
    ['bash', 'Bash', false],
    ['Ba', 'Bash', false],
    ['Bash,Write', 'Bash', true],
    ['Write , Bash', 'Bash', true],
    ['Edit|Write', 'NotebookEdit', false],
    ['Edit|', 'Bash', false],
    ['^Ba', 'Bash', true],
    ['ash$', 'Bash', true],
    ['B.sh', 'Bash', true],
    ['.', 'Bash', true],
    ['Read|(Bash)', 'Bash', true],
    ['Edit.*', 'NotebookEdit', true],
    ['^Notebook', 'NotebookEdit', true],
    ['^Edit$', 'NotebookEdit', false],
    ['(?i)bash', 'Bash', true],
    ['mcp__lab', 'mcp__lab__echo', false],
    ['mcp__lab__.*', 'mcp__lab__echo', true],
    ['mcp__lab__*', 'mcp__lab__echo', true],
    ['mcp__brave-search', 'mcp__brave-search__web', false],
    ['code-reviewer', 'senior-code-reviewer', false],
    ['^my-plugin:reviewer$', 'my-plugin:reviewer', true],
    ['^(?!Bash$)', 'Bash', false],
    ['^(?!Bash$)', 'BashOutput', true],
    ['^(?!(Read|Grep)$).*', 'Grep', false],
    ['^(?!(Read|Grep)$).*', 'Bash', true],
    ['^(?!Read)(?!Gr).*$', 'Grep', false],
    ['^(?!Read)(?!Gr).*$', 'Edit', true],
    ['^(?!Read)Gr', 'Bash', false],
  ])('%j against %s: %j', async (text, name, expected) => {
    expect(await matchesIn('claude', text, name)).toBe(expected);
  });

  it.each([
    ['rate_limit|overloaded', 'overloaded', true],
    ['rate_limit,overloaded', 'overloaded', false],
    ['.env|.envrc', '.envrc', true],
    ['data.csv', 'data.csv', true],
    ['my-file', 'is-my-file-too', true],
  ])(
    'has names of letters, digits and _ alone on two events: %j against %s: %j',
    async (text, name, expected) => {
      expect(await matchesIn('claude-words', text, name)).toBe(expected);
    },
  );

  it('knows the tool for agents by both of its names, and no tool by its kind', async () => {
    const names = shownNames('Agent', viewTool('Agent', 'Agent', {}));
    expect(await matchesIn('claude', 'Task', ...names)).toBe(true);
    expect(await matchesIn('claude', '^Task$', ...names)).toBe(true);
    expect(await matchesIn('claude', '^agent$', ...names)).toBe(false);
  });

  it('with an exception that does not compile is refused, and matches', async () => {
    const matcher = parseMatcher('^(?!(?=x)y)z', 'claude');
    if ('error' in matcher) throw new Error(matcher.error);
    expect(await checkPattern(matcher)).toEqual({ error: expect.any(String) });
    expect(await matchSubject(matcher, ['Bash'])).toBe(true);
  });
});
