import type { Issue } from '@hookmd/core/errors';
import { describe, expect, it } from 'vitest';
import type { Linted } from './lint.ts';
import { deadMatcherLint, deadPatternLint } from './matchers.ts';

async function remarksOn(
  matcher: string,
  { event = 'PreToolUse', protocol = 'hookmd' } = {},
): Promise<readonly string[]> {
  return (await issuesOn(matcher, { event, protocol })).map(({ message, remedy }) => `${message} ${remedy}`);
}

async function issuesOn(
  matcher: string,
  { event = 'PreToolUse', protocol = 'hookmd', kind = 'entries' } = {},
): Promise<readonly Issue[]> {
  const manifest = { protocol, events: [{ name: event, events: [event] }], matcher, condition: null };
  const linted = { manifest, record: { root: { kind }, manifestPath: 'x' } } as unknown as Linted;
  return [...deadMatcherLint(linted), ...(await deadPatternLint(linted))];
}

describe('a matcher that no tool has', () => {
  it.each([
    ['Bash, Write', '"Bash, Write"', 'Join names by `|`: `Bash|Write`.'],
    ['Bash Write', '"Bash Write"', 'Join names by `|`: `Bash|Write`.'],
    ['Bash/Write', '"Bash/Write"', 'Join names by `|`: `Bash|Write`.'],
    ['Bash or Write', '"Bash or Write"', 'Join names by `|`: `Bash|Write`.'],
    ['Bash(git push*)', '"Bash(git push*)"', 'is a condition: under `if`, write `Bash(git push*)`.'],
    ['Bash(git:*)', '"Bash(git:*)"', 'under `if`, write `Bash(git*)`, or'],
    ['Bsh.?', '"Bsh.?"', 'Did you mean'],
    ['(?i)bsh', '"(?i)bsh"', 'matches no known tool'],
    ['mcp__github', '"mcp__github"', 'names a server and no tool of it: write `mcp__github__.*`'],
    ['mcp__github__|Bash', '"mcp__github__"', 'write `mcp__github__.*`'],
    ['Bash|Write, Edit', '"Write, Edit"', 'Join names by `|`: `Write|Edit`.'],
    ['Read|Bash(rm *)', '"Bash(rm *)"', 'under `if`, write `Bash(rm *)`.'],
    ['mcp__x__.*|Bash(rm *)', '"Bash(rm *)"', 'under `if`'],
  ])('is told for %s', async (matcher, found, message) => {
    const remarks = await remarksOn(matcher);
    expect(remarks).toHaveLength(1);
    expect(remarks[0]).toContain(found);
    expect(remarks[0]).toContain(message);
  });

  it.each([
    ...[
      '',
      '*',
      'Bash',
      'Bash|Write',
      'Bash|theirs',
      '.*',
      'Notebook.*',
      '(Bash|Write)',
      'Web(Fetch|Search)',
    ],
    ...[
      'mcp__github__create',
      'mcp__github__.*',
      'mcp__.*__write.*',
      '.*github.*',
      '(?i)bash',
      'Bash|their.*',
    ],
    ...['Bash|Task(Create|List)', '[BW].*', 'Bash|[, ]x'],
  ])('nothing of %j', async (matcher) => {
    expect(await remarksOn(matcher)).toEqual([]);
  });

  it('is another one in the protocol of Claude Code', async () => {
    const remarks = (matcher: string): Promise<readonly string[]> =>
      remarksOn(matcher, { protocol: 'claude' });
    for (const matcher of ['Bash, Write', '^Notebook', 'ash', 'mcp__x__*', '^(?!Bash$)'])
      expect(await remarks(matcher), matcher).toEqual(
        matcher === 'ash' ? [expect.stringContaining('"ash"')] : [],
      );
    expect(await remarks('^Bsh')).toEqual([expect.stringContaining('matches no known tool')]);
  });

  it('is no matter where the event has no tool', async () => {
    expect(await remarksOn('startup, resume', { event: 'SessionStart' })).toEqual([]);
  });
});

describe('a matcher of a package', () => {
  it.each([
    'bash',
    'BASH',
    'Bsh',
    'bash|wrte',
    'Bash, Write',
    'Bash or Write',
    'Bash(git push*)',
    'mcp__github',
  ])('%s is an error, because it can match no tool', async (matcher) => {
    const issues = await issuesOn(matcher, { kind: 'packages' });
    expect(issues.map(({ code }) => code)).toContain('MATCHER_NEVER_MATCHES');
    expect(issues.map(({ code }) => code)).not.toContain('MATCHER_MATCHES_NOTHING');
  });

  it.each(['run_sql', 'Bash|bash', 'Read|Bash(rm *)', 'Bsh.?', 'mcp__github__|Bash'])(
    '%s is a warning, because a tool may have that name or another one is named too',
    async (matcher) => {
      const issues = await issuesOn(matcher, { kind: 'packages' });
      expect(issues.map(({ code }) => code)).toEqual(['MATCHER_MATCHES_NOTHING']);
    },
  );

  it('is only a warning in a hook of another system, and in a settings entry', async () => {
    for (const change of [{ kind: 'packages', protocol: 'claude' }, { kind: 'entries' }])
      expect((await issuesOn('Bsh', change)).map(({ severity }) => severity)).toEqual(['warning']);
  });
});
