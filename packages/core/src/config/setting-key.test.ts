import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findKey, formatSettingKey, parseSettingKey, settingWord } from './setting-key.ts';

describe('a key', () => {
  it.each([
    ['hooks.concurrency', ['hooks', 'concurrency']],
    ['package.notify-slack.env.URL', ['package', 'notify-slack', 'env', 'URL']],
    ['package."my.hook".mode', ['package', 'my.hook', 'mode']],
    ['package.x.options."a \\"b\\"".c', ['package', 'x', 'options', 'a "b"', 'c']],
    ['allow.modify.*', ['allow', 'modify', '*']],
    ['hooks', ['hooks']],
  ])('%s is %j, and back', (text, path) => {
    expect(parseSettingKey(text)).toEqual(path);
    expect(formatSettingKey(path)).toBe(text);
  });

  it.each(['', '.', 'a.', '.a', 'a..b', 'a b', 'a"b"', '"a', '"a"b', '"\\x"'])('%j is none', (text) => {
    expect(parseSettingKey(text)).toBeNull();
  });

  it('of any steps comes back', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (path) => {
        expect(parseSettingKey(formatSettingKey(path))).toEqual(path);
      }),
    );
  });

  it('is one word of a command line', () => {
    expect(settingWord(['package', 'x', 'env', 'A'])).toBe('package.x.env.A');
    expect(settingWord(['package', 'my.hook', 'mode'])).toBe(`'package."my.hook".mode'`);
  });

  it.each([
    ['hooks.concurency', 'There is no setting `hooks.concurency`.', 'Did you mean "hooks.concurrency"?'],
    ['hook', 'There is no setting `hook`.', 'Did you mean "hooks"?'],
    ['hooks.enabled.x', 'There is no setting', 'hooks config get'],
    ['package.my.hook.mode', 'There is no setting', 'Put a name with dots in double quotes.'],
    ['package."a b".mode', '`package` contains "a b", which is not the name of a package', 'package: {'],
    [
      'package.x.env.A-B',
      '`package.x.env` contains "A-B", which is not the name of a variable',
      'package: {',
    ],
    ['entries.Stopp', 'which is not the name of an event', 'entries: {'],
  ])('%s is told what is wrong', (text, message, remedy) => {
    try {
      findKey(parseSettingKey(text) ?? []);
    } catch (error) {
      expect(error).toMatchObject({
        message: expect.stringContaining(message),
        remedy: expect.stringContaining(remedy),
      });
      return;
    }
    expect.fail('it was found');
  });

  it.each([
    ['hooks.concurrency', 'hooks.concurrency', []],
    ['package.x.options.a.b', 'package.*.options', ['a', 'b']],
    ['package.x', 'package.*', []],
    ['models.m.apiKeyEnv', 'models.*.apiKeyEnv', []],
  ])('%s is found', (text, pattern, inside) => {
    expect(findKey(parseSettingKey(text) ?? [])).toMatchObject({ pattern, inside });
  });
});
