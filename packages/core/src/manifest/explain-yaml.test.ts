import { describe, expect, it } from 'vitest';
import type { Issue } from '../errors/issue.ts';
import { parseManifest } from './parse.ts';

function problemsOf(front: string): readonly Issue[] {
  const place = { path: 'HOOK.md', directoryName: 'h', files: ['HOOK.md', 'x'] };
  return parseManifest(Buffer.from(`---\n${front}\n---\n`), place).issues.filter(
    ({ code }) => code === 'MANIFEST_YAML',
  );
}

/** The front matter with the line of the problem as its remedy writes it. */
function applyFix(front: string, { line = 0, remedy }: Issue): string {
  const [, written = ''] = /`(.*)`\.$/.exec(remedy) ?? [];
  return front
    .split('\n')
    .map((text, index) => (index === line - 2 ? (/^\s*/.exec(text)?.[0] ?? '') + written : text))
    .join('\n');
}

describe('YAML that cannot be read', () => {
  it.each([
    [
      'description: Note: blocks rm',
      '2:14',
      'a value with a colon and a space',
      'Quote the value: `description: "Note: blocks rm"`.',
    ],
    ['command: sh -c "x: y"', '2:10', 'colon and a space', 'Quote the value: `command: \'sh -c "x: y"\'`.'],
    [
      'modify: PreToolUse: [timeout]',
      '2:9',
      'colon and a space',
      'Write `modify: { PreToolUse: [timeout] }`.',
    ],
    [
      'events: [PreToolUse\ncommand: ./x',
      '2:9',
      'what starts with `[` here has no `]`',
      'Write `events: [PreToolUse]`.',
    ],
    [
      'requires: {bins: [git]\ncommand: ./x',
      '2:11',
      'what starts with `{` here has no `}`',
      'Write `requires: {bins: [git]}`.',
    ],
    [
      'description: "no rm\ncommand: ./x',
      '2:14',
      'what starts with `"` here has no `"`',
      'Write `description: "no rm"`.',
    ],
    ['matcher: *Bash', '2:10', 'aliases are not supported', 'Quote the value: `matcher: "*Bash"`.'],
    ['if: !Bash', '2:5', 'tags are not supported', 'Quote the value: `if: "!Bash"`.'],
    [
      'matcher: @all',
      '2:10',
      'a value that starts with "@" is not quoted',
      'Quote the value: `matcher: "@all"`.',
    ],
    ['matcher: "Bash(\\d)"', '2:16', 'unknown escape \\d', "Use single quotes: `matcher: 'Bash(\\d)'`."],
    [
      'description: "no" rm',
      '2:19',
      'text follows the end of a value',
      'Quote the value: `description: \'"no" rm\'`.',
    ],
    [
      'events [PreToolUse]\ncommand: ./x',
      '2:1',
      'a line has no colon after its key',
      'Write `events: [PreToolUse]`.',
    ],
  ])('%j is reported at its place, with the line as it should be', (front, place, detail, remedy) => {
    const problems = problemsOf(front);
    expect(problems.map(({ line, column }) => `${line}:${column}`)).toEqual([place]);
    expect(problems[0]?.message).toContain(detail);
    expect(problems[0]?.remedy).toBe(remedy);
    expect(problems.flatMap((problem) => problemsOf(applyFix(front, problem)))).toEqual([]);
  });

  it.each([
    ['events: [a]\n\tcommand: x', 'is indented with a tab', 'Indent it with spaces.'],
    ['events: [a]\n  command: x', 'is not aligned with the keys above', 'Align it with them.'],
    ['events:\n - a\n- b', 'is not aligned with the items above', 'Align it with them.'],
    [
      'events: - a',
      'a list starts on the line of its key',
      'Start it on the next line, or write it in brackets.',
    ],
    ['events: [a]\nevents: [b]', 'the key "events" is there twice', 'Remove one of them.'],
    ['a: [b, {c\nd: e\nf: g', 'has no', 'Add `}` at its end.'],
  ])('%j is one problem', (front, detail, remedy) => {
    const problems = problemsOf(front);
    expect(problems.map((problem) => problem.remedy)).toEqual([remedy]);
    expect(problems[0]?.message).toContain(detail);
  });

  it('is explained in linear time', () => {
    const startedAt = performance.now();
    for (const front of [
      `a${' '.repeat(60_000)}b\nc: d`,
      `a: b:${' '.repeat(60_000)}c: d`,
      `${'a: ['.repeat(14_000)}`,
    ])
      expect(problemsOf(front).length).toBeLessThan(21);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
