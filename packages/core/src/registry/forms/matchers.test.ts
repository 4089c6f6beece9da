import { describe, expect, it } from 'vitest';
import { checkPattern, matchSubject, parseMatcher } from '../../matching/matcher.ts';
import { exactly, somewhere, somewhereInText, whole } from './matchers.ts';

async function matches(matcher: unknown, name: string): Promise<boolean> {
  const compiled = parseMatcher(String(matcher));
  if ('error' in compiled) throw new Error(compiled.error);
  expect(await checkPattern(compiled)).toBeNull();
  return matchSubject(compiled, [name]);
}

/** What an agent's own engine says of the same pattern. */
describe('a pattern that an agent searches for', () => {
  it.each([
    ['write_file', 'write_file'],
    ['write_file', 'mcp_fs_write_file'],
    ['^write', 'read_or_write'],
    ['write_file|replace', 'replace'],
    ['read_*|write_*|x', 'write_file'],
    ['a||b', 'anything'],
    ['[|a ]b', 'ab'],
    ['(read|write)_file$', 'write_files'],
    ['\\|', 'a|b'],
  ])('%s is found in %s as JavaScript finds it', async (pattern, name) => {
    expect(await matches(somewhere(pattern), name)).toBe(new RegExp(pattern).test(name));
  });

  it.each([
    ['curl |wget |nc ', 'nc -l 1'],
    ['curl |wget |nc ', 'ncat'],
    ['rm\\s+-rf', 'cd x\nrm  -rf y'],
    ['^git push', 'cd x\ngit push'],
    ['push$', 'git push\n# done'],
  ])('%j is found in the text %j as JavaScript finds it', async (pattern, text) => {
    expect(await matches(somewhereInText(pattern), text)).toBe(new RegExp(pattern).test(text));
  });

  it('may have to be the whole of a name, or a text and no pattern', async () => {
    expect(await matches(whole('bash|edit'), 'edit')).toBe(true);
    expect(await matches(whole('bash|edit'), 'edits')).toBe(false);
    expect(await matches(exactly('a.b'), 'a.b')).toBe(true);
    expect(await matches(exactly('a (b)|c*'), 'a (b)|c*')).toBe(true);
    expect(await matches(exactly('a (b)|c*'), 'a b')).toBe(false);
  });

  it.each([undefined, '', '*', ' * ', 5, null])('is none where it is %j', (matcher) => {
    for (const read of [somewhere, somewhereInText, whole, exactly]) expect(read(matcher)).toBe(matcher);
  });
});
