import { describe, expect, it } from 'vitest';
import { cleanPath, handlerEnvironment, isDroppedName, toolInputEnvironment } from './environment.ts';

describe('cleanPath', () => {
  it.each([
    ['/usr/bin:/bin', '/usr/bin:/bin'],
    [':/usr/bin::/bin:', '/usr/bin:/bin'],
    ['.:/usr/bin:node_modules/.bin:../x:~/bin', '/usr/bin'],
    ['.', ''],
    ['', ''],
  ])('%j becomes %j', (path, expected) => {
    expect(cleanPath(path)).toBe(expected);
  });
});

describe('handlerEnvironment', () => {
  const host = {
    PATH: '.:/usr/bin',
    HOME: '/home/me',
    LANG: 'C',
    LC_ALL: 'C.UTF-8',
    LC_TIME: undefined,
    TRACEPARENT: '00-1-2-01',
    SECRET: 's',
    SLACK_URL: 'https://x',
    NODE_OPTIONS: '--require /tmp/evil.js',
    LD_PRELOAD: '/tmp/evil.so',
  };

  it('lets through the named variables of the host and nothing else', () => {
    expect(handlerEnvironment({ host, fixed: {}, granted: [] })).toEqual({
      PATH: '/usr/bin',
      HOME: '/home/me',
      LANG: 'C',
      LC_ALL: 'C.UTF-8',
      TRACEPARENT: '00-1-2-01',
    });
  });

  it('adds granted names that are set', () => {
    const environment = handlerEnvironment({
      host,
      fixed: {},
      granted: ['SLACK_URL', 'UNSET', '__proto__', ''],
    });
    expect(environment.SLACK_URL).toBe('https://x');
    expect(Object.keys(environment)).toHaveLength(6);
  });

  it('never passes a dropped name, granted or fixed', () => {
    const dropped = { NODE_OPTIONS: 'x', GIT_DIR: 'x' };
    const environment = handlerEnvironment({ host, fixed: dropped, granted: ['NODE_OPTIONS', 'LD_PRELOAD'] });
    expect(Object.keys(environment)).not.toEqual(expect.arrayContaining(['NODE_OPTIONS']));
    expect(environment).not.toHaveProperty('GIT_DIR');
    expect(environment).not.toHaveProperty('LD_PRELOAD');
  });

  it('prefers the fixed value over the host, and both over a grant', () => {
    const request = { host: { ...host, HOOK_NAME: 'of the host' }, fixed: { HOOK_NAME: 'mine', LANG: 'de' } };
    const environment = handlerEnvironment({ ...request, granted: ['HOOK_NAME', 'LANG', 'PATH'] });
    expect(environment).toMatchObject({ HOOK_NAME: 'mine', LANG: 'de', PATH: '/usr/bin' });
  });

  it.each([{}, { PATH: '' }, { PATH: '.:bin' }])(
    'gives a system PATH where the host has none: %j',
    (poor) => {
      expect(handlerEnvironment({ host: poor, fixed: {}, granted: [] })).toEqual({ PATH: '/usr/bin:/bin' });
    },
  );
});

describe('isDroppedName', () => {
  it.each([
    ...['NODE_OPTIONS', 'NODE_PATH', 'NODE_EXTRA_CA_CERTS', 'LD_PRELOAD', 'LD_LIBRARY_PATH'],
    ...['DYLD_INSERT_LIBRARIES', 'BASH_ENV', 'ENV', 'PYTHONPATH', 'PYTHONSTARTUP', 'PYTHONHOME'],
    ...['PERL5LIB', 'PERL5OPT', 'RUBYOPT', 'RUBYLIB', 'GIT_DIR', 'GIT_SSH_COMMAND', 'IFS', 'SHELLOPTS'],
    ...['BASHOPTS', 'BASH_FUNC_ls%%', 'CDPATH', 'PS4', 'PROMPT_COMMAND'],
  ])('%s is dropped', (name) => {
    expect(isDroppedName(name)).toBe(true);
  });

  it.each(['PATH', 'NODE_ENV', 'GITHUB_TOKEN', 'ENVIRONMENT', 'MY_LD_X', 'HOOK_NAME'])(
    '%s is not',
    (name) => {
      expect(isDroppedName(name)).toBe(false);
    },
  );
});

describe('toolInputEnvironment', () => {
  it('has strings, numbers and booleans under both names', () => {
    const input = { command: 'ls', timeout_ms: 5, dry: false, nested: {}, list: [], none: null };
    expect(toolInputEnvironment(input, [])).toEqual({
      HOOK_TOOL_INPUT_COMMAND: 'ls',
      tool_input_command: 'ls',
      HOOK_TOOL_INPUT_TIMEOUT_MS: '5',
      tool_input_timeout_ms: '5',
      HOOK_TOOL_INPUT_DRY: 'false',
      tool_input_dry: 'false',
    });
  });

  it('gives a key that is no variable name the upper form only', () => {
    expect(toolInputEnvironment({ 'a-b.c': 'x', '1': 'y', 'ä;': 'z', '': 'none' }, [])).toEqual({
      HOOK_TOOL_INPUT_A_B_C: 'x',
      HOOK_TOOL_INPUT_1: 'y',
      HOOK_TOOL_INPUT___: 'z',
    });
  });

  it('lets the first of two keys that fold to one name win', () => {
    expect(toolInputEnvironment({ 'a-b': 'first', a_b: 'second' }, [])).toEqual({
      HOOK_TOOL_INPUT_A_B: 'first',
      tool_input_a_b: 'second',
    });
  });

  it('takes the first path where the input has none', () => {
    const path = { HOOK_TOOL_INPUT_PATH: '/a', tool_input_path: '/a' };
    expect(toolInputEnvironment({}, ['/a', '/b'])).toEqual(path);
    expect(toolInputEnvironment(null, ['/a'])).toEqual(path);
    expect(toolInputEnvironment({ path: '/own' }, ['/a'])).toMatchObject({ tool_input_path: '/own' });
    expect(toolInputEnvironment({ path: null }, ['/a'])).toEqual({});
    expect(toolInputEnvironment({ PATH: '/decoy' }, ['/a'])).toMatchObject(path);
  });

  it('leaves out what is too long or has NUL, and says which', () => {
    const long = 'ä'.repeat(4096);
    const input = { fits: long, long: `${long}x`, nul: 'a\0b' };
    const environment = toolInputEnvironment(input, []);
    expect(Object.keys(environment)).toEqual([
      'HOOK_TOOL_INPUT_FITS',
      'tool_input_fits',
      'HOOK_TOOL_INPUT_OMITTED',
    ]);
    expect(environment['HOOK_TOOL_INPUT_OMITTED']).toBe('long,nul');
  });

  it('stays within 64 keys and 64 KiB, and keeps what guards ask about', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`key${index}`, 'v']));
    const crowd = toolInputEnvironment({ ...many, command: 'rm' }, ['/p']);
    expect(Object.keys(crowd)).toHaveLength(2 * 64 + 1);
    expect(crowd).toMatchObject({ tool_input_command: 'rm', tool_input_path: '/p' });

    const big = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`key${index}`, 'x'.repeat(8000)]),
    );
    const heavy = toolInputEnvironment({ ...big, command: 'rm' }, []);
    const bytes = Object.entries(heavy).reduce(
      (sum, [name, value]) => sum + name.length + value.length + 2,
      0,
    );
    expect(bytes).toBeLessThanOrEqual(64 * 1024 + 'HOOK_TOOL_INPUT_OMITTED'.length + 1024 + 2);
    expect(heavy).toMatchObject({ tool_input_command: 'rm' });
  });

  it.each([undefined, 'text', 5, ['a']])('has nothing for an input that is no object: %j', (input) => {
    expect(toolInputEnvironment(input, [])).toEqual({});
  });

  it('survives keys of the prototype', () => {
    const input = JSON.parse('{"__proto__": "x", "constructor": "y"}');
    expect(toolInputEnvironment(input, [])).toMatchObject({ tool_input_constructor: 'y' });
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});
