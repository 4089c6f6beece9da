import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CompiledCondition, evaluateCondition, parseCondition } from './condition.ts';
import type { ToolCall } from './subjects.ts';
import { viewTool } from './tool-view.ts';

function compile(text: string): CompiledCondition {
  const condition = parseCondition(text);
  if ('error' in condition) throw new Error(condition.error);
  return JSON.parse(JSON.stringify(condition));
}

function call(toolName: string, input: unknown, nativeName = toolName): ToolCall {
  return {
    toolName,
    view: viewTool(toolName, nativeName, input),
    input,
    cwd: '/home/ann/work',
    home: '/home/ann',
  };
}

const judge = (text: string, ...rest: Parameters<typeof call>): boolean =>
  evaluateCondition(compile(text), call(...rest));
const judgeCommand = (text: string, command: string): boolean => judge(text, 'Bash', { command });

interface Spelling {
  readonly how: string;
  readonly command: string;
}
const spellings: Record<'reach' | 'harmless', readonly Spelling[]> = JSON.parse(
  readFileSync(new URL('../../../shell/src/hostile-spellings.json', import.meta.url), 'utf8'),
);

describe('a condition on files', () => {
  it.each([
    ['src/a.ts', true],
    ['src/x/y.ts', true],
    ['lib/a.ts', false],
    ['src/a.js', false],
    ['src/../lib/a.ts', false],
  ])('Write(src/**/*.ts) with %s: %j', (file_path, expected) => {
    expect(judge('Write(src/**/*.ts)', 'Write', { file_path, content: '' })).toBe(expected);
  });

  it('concerns a patch if it concerns any of its files', () => {
    const input = { patch: '*** Update File: a.md\n*** Move to: src/b.ts\n' };
    expect(judge('edit(src/**)', 'apply_patch', input)).toBe(true);
    expect(judge('Edit(src/**)', 'Edit', input, 'apply_patch')).toBe(true);
    expect(judge('edit(lib/**)', 'apply_patch', input)).toBe(false);
  });

  it('concerns a call that names no file, or one longer than names can be', () => {
    expect(judge('Write(src/**)', 'Write', { content: '' })).toBe(true);
    expect(judge('edit(src/**)', 'apply_patch', { patch: 'nonsense' })).toBe(true);
    expect(judge('Write(src/**)', 'Write', { file_path: `lib/${'a/'.repeat(3_000)}b`, content: '' })).toBe(
      true,
    );
  });
});

describe('a condition on commands', () => {
  it.each([
    ['git push -f', true],
    ['git pull', false],
    ['echo git push', false],
    ['a && git push', true],
  ])('Bash(git push*) with %s: %j', (command, expected) => {
    expect(judgeCommand('Bash(git push*)', command)).toBe(expected);
  });

  it.each(spellings.reach)('sees a push: $how', ({ command }) => {
    expect(judgeCommand('Bash(git push*)', command)).toBe(true);
  });

  it.each(spellings.harmless)('sees no push: $how', ({ command }) => {
    expect(judgeCommand('Bash(git push*)', command)).toBe(false);
  });

  it('sees a push put anywhere among other commands', () => {
    const places: readonly ((command: string) => string)[] = [
      (command) => `true; ${command}`,
      (command) => `(${command}\n)`,
      (command) => `{ ${command}\n}`,
      (command) => `echo "$(${command}\n)"`,
      (command) => `if true; then ${command}\nfi`,
      (command) => `case x in y) ;; *) ${command}\n;; esac`,
      (command) => `sh -c '${command.replaceAll("'", `'\\''`)}'`,
      (command) => `sudo bash <<'END'\n${command}\nEND\n`,
      (command) => `cat <<END\n$(${command}\n)\nEND\n`,
    ];
    const nested = fc.array(fc.constantFrom(...places), { maxLength: 4 });
    fc.assert(
      fc.property(nested, (wraps) => {
        const command = wraps.reduce((inner, wrap) => wrap(inner), 'git push -f');
        expect(judgeCommand('Bash(git push*)', command)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('compares a program by its path and by its bare name', () => {
    expect(judgeCommand('Bash(rm *)', '/bin/rm -rf /')).toBe(true);
    expect(judgeCommand('Bash(/bin/rm *)', '/bin/rm -rf /')).toBe(true);
    expect(judgeCommand('Bash(/bin/rm *)', 'rm -rf /')).toBe(false);
  });

  it('compares a command as written too, with its quotes and redirections', () => {
    expect(judgeCommand('Bash(echo * > /etc/*)', 'ls; echo x > /etc/passwd')).toBe(true);
    expect(judgeCommand('Bash(git commit -m "wip*)', 'git commit -m "wip: x"')).toBe(true);
  });

  it('compares the whole text only with a glob that spans commands', () => {
    expect(judgeCommand('Bash(curl * | tee *)', 'curl https://x | tee a')).toBe(true);
    expect(judgeCommand('Bash(cd * && npm publish*)', 'cd a && npm publish')).toBe(true);
    expect(judgeCommand('Bash(cat*git push*)', 'cat a; echo git push')).toBe(false);
  });

  it('looks where an expansion stands within what the glob spells out, and not behind it', () => {
    expect(judgeCommand('Bash(git push --force*)', 'git push $X')).toBe(true);
    expect(judgeCommand('Bash(git push --force*)', 'git pull $X')).toBe(false);
    expect(judgeCommand('Bash(git commit*--no-verify*)', 'git commit -m "$(cat message)"')).toBe(false);
    expect(judgeCommand('Bash(*prod*)', 'ls $X')).toBe(false);
    expect(judgeCommand('Bash(rm -rf*)', 'rm *.log src/*')).toBe(false);
    expect(judgeCommand('Bash(rm -rf*)', 'rm * /')).toBe(true);
    expect(judgeCommand('Bash(cat secrets*)', 'cat *.env')).toBe(true);
    expect(judgeCommand('Bash(/usr/bin/git push*)', '/usr/bin/git $X')).toBe(true);
  });

  it('concerns a call without a readable command', () => {
    expect(judge('Bash(git push*)', 'Bash', { command: 1 })).toBe(true);
  });

  it('is never evaluated', () => {
    expect(judgeCommand('Bash($(touch x))', 'ls')).toBe(false);
    expect(judgeCommand('Bash($(touch x))', 'echo "$(touch x)"')).toBe(false);
    expect(compile('Bash($(touch x))').glob).toBe('$(touch x)');
  });
});

describe('a condition on other tools', () => {
  it.each([
    ['Grep(src/**)', 'Grep', { pattern: 'x', path: 'src/a' }, true],
    ['Grep(src/**)', 'Grep', { pattern: 'x', path: 'lib' }, false],
    ['Grep(*password*)', 'Grep', { pattern: 'a password' }, true],
    ['Grep(*password*)', 'Grep', { pattern: 'a password', path: '.' }, true],
    ['Grep(*password*)', 'Grep', { pattern: 'a password', path: 'lib' }, false],
    ['Glob(**/*.pem)', 'Glob', { pattern: '**/*.pem' }, true],
    ['LS(/etc/**)', 'LS', { path: '/etc' }, true],
    ['WebFetch(https://example.com/*)', 'WebFetch', { url: 'https://example.com/a' }, true],
    ['WebFetch(https://example.com/*)', 'WebFetch', { url: 'HTTPS://EXAMPLE.com:443/a' }, true],
    ['WebFetch(https://example.com/*)', 'WebFetch', { url: 'https://example.org/' }, false],
    ['web(https://*.example.com/*)', 'WebFetch', { url: 'http://a.example.com/x' }, true],
    ['web(https://*.example.com/*)', 'WebFetch', { url: 'http://a.example.com:80/x' }, true],
    ['web(https://*.example.com/*)', 'WebFetch', { url: 'https://a.example.com./x' }, true],
    ['web(https://*.example.com/*)', 'WebFetch', { url: 'https://ann:b@a.example.com/x' }, true],
    ['web(https://*.example.com/*)', 'WebFetch', { url: 'http://ann@A.Example.com./x' }, true],
    ['web(https://*.example.com/*)', 'WebFetch', { url: 'a.example.com/x' }, true],
    ['web(https://*.example.com/*)', 'WebFetch', { url: 'a.example.com' }, true],
    ['web(https://*.example.com/*)', 'WebFetch', { url: '//a.example.com/x' }, true],
    ['web(https://*.example.com/*)', 'WebFetch', { url: 'ann:b@a.example.com/x' }, true],
    ['web(https://*.example.com/*)', 'WebFetch', { url: 'http:a.example.com/x' }, true],
    ['web(https://*.example.com/*)', 'WebFetch', { url: 'https://a.example.com:8443/x' }, false],
    ['web(https://*.example.com/*)', 'WebFetch', { url: 'http://a.example.com:8080/' }, false],
    ['web(https://*.example.com/*)', 'WebFetch', { url: 'a.example.com:8080/' }, false],
    ['web(https://*.example.com/*)', 'WebFetch', { url: 'ftp://a.example.com/x' }, false],
    ['web(https://*.example.com/*)', 'WebFetch', { url: 'https://a.example.com@example.org/' }, false],
    ['web(https://*.example.com/*)', 'WebFetch', { url: 'https://a.example.com.example.org/' }, false],
    ['web(https://*.example.com:*/*)', 'WebFetch', { url: 'http://a.example.com:8080/x' }, true],
    ['web(http://*.example.com/*)', 'WebFetch', { url: 'http://ann@a.example.com/x' }, true],
    ['web(http://*.example.com/*)', 'WebFetch', { url: 'https://a.example.com/x' }, false],
    ['WebSearch(*weather*)', 'WebSearch', { query: 'the weather' }, true],
    ['mcp__db__query(*"drop *)', 'mcp__db__query', { sql: 'drop table' }, true],
    ['mcp__db__query(*"drop *)', 'mcp__db__query', { sql: 'select' }, false],
    ['mcp(*"drop *)', 'mcp__db__query', { sql: 'drop table' }, true],
    ['Task({"prompt":"deploy*)', 'Task', { prompt: 'deploy it' }, true],
    ['TodoWrite(*secret*)', 'TodoWrite', { todos: ['secret'] }, true],
  ])('%s with %s %j: %j', (text, name, input, expected) => {
    expect(judge(text, name, input)).toBe(expected);
  });

  it('concerns a call whose input cannot be encoded', () => {
    const input = { itself: {} };
    input.itself = input;
    expect(judge('TodoWrite(*x*)', 'TodoWrite', input)).toBe(true);
  });
});

describe('the name of a condition', () => {
  it('is the canonical name, the native name, the kind or the MCP spelling', () => {
    for (const name of ['Bash', 'run_shell', 'shell']) {
      expect(judge(`${name}(git push*)`, 'Bash', { command: 'git push' }, 'run_shell')).toBe(true);
      expect(judge(`${name}(git push*)`, 'Bash', { command: 'git pull' }, 'run_shell')).toBe(false);
    }
    const view = {
      ...viewTool('x', 'gh.create', {}),
      kind: 'mcp',
      mcp: { server: 'gh', tool: 'create' },
    } as const;
    const mcpCall = { ...call('gh_create', {}), view };
    expect(evaluateCondition(compile('mcp__gh__create'), mcpCall)).toBe(true);
    expect(evaluateCondition(compile('mcp__gh__delete'), mcpCall)).toBe(false);
  });

  it('alone, or with a lone star, means every call of that name', () => {
    for (const text of ['Write', 'Write(*)', ' Write ']) {
      expect(judge(text, 'Write', { file_path: '/far/away', content: '' })).toBe(true);
      expect(judge(text, 'Read', { file_path: 'a' })).toBe(false);
    }
  });

  it('of a tool we do not know serves for text and for paths', () => {
    expect(judge('exec_command(git push*)', 'Bash', { command: 'git push' }, 'exec_command')).toBe(true);
    expect(judge('create_file(src/**)', 'Write', { file_path: './src/a', content: '' }, 'create_file')).toBe(
      true,
    );
    expect(judge('create_file(src/**)', 'Write', { file_path: 'lib/a', content: '' }, 'create_file')).toBe(
      false,
    );
    expect(judge('create_file(a*/../b)', 'Write', { file_path: 'lib/a', content: '' }, 'create_file')).toBe(
      true,
    );
  });

  it.each([
    ['', /empty/],
    ['Bash(', /not closed/],
    ['Bash(git) push', /not closed/],
    ['Bash git', /not a tool name/],
    ['Edit|Write(src/**)', /not a tool name/],
    ['Bash()', /glob is empty/],
    ['Write( )', /glob is empty/],
    [`Bash(${'a'.repeat(1_025)})`, /at most 1024/],
    [`Write(${'{a,b}'.repeat(7)})`, /more than 64/],
    ['Write(*/../a)', /`\.\.` after/],
  ])('%j is refused', (text, message) => {
    expect(parseCondition(text)).toEqual({ error: expect.stringMatching(message) });
  });
});

describe('conditions', () => {
  it('are judged on the input as it is now, call after call', () => {
    const condition = compile('Bash(git push*)');
    const first = call('Bash', { command: 'git push' });
    const input = { command: 'git pull' };
    const second = { ...first, input, view: viewTool('Bash', 'Bash', input) };
    expect([first, second, first].map((each) => evaluateCondition(condition, each))).toEqual([
      true,
      false,
      true,
    ]);
    expect(
      evaluateCondition(compile('Write(b/*)'), { ...call('Write', { file_path: 'a' }), cwd: '/b' }),
    ).toBe(false);
  });

  it('are parsed and judged without throwing, whatever the text and the call', () => {
    const name = fc.constantFrom(
      'Bash',
      'Write',
      'apply_patch',
      'Grep',
      'WebFetch',
      'Task',
      'mcp__a__b',
      'unknown',
    );
    fc.assert(
      fc.property(name, fc.string(), fc.jsonValue(), (toolName, glob, input) => {
        const condition = parseCondition(`${toolName}(${glob})`);
        if ('error' in condition) return;
        expect(typeof evaluateCondition(condition, call(toolName, input))).toBe('boolean');
      }),
      { numRuns: 1_000 },
    );
    fc.assert(fc.property(fc.string(), (text) => void parseCondition(text)));
  });

  it('miss by their literal prefix: nothing that matches begins otherwise', () => {
    const segment = fc.constantFrom('a', 'b', 'ab', '*', '**', '?b', '{a,b}', 'a*', '..');
    const path = fc
      .array(fc.constantFrom('a', 'b', 'ab', 'abb', '..'), { maxLength: 4 })
      .map((all) => all.join('/'));
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), path, (segments, file_path) => {
        const condition = parseCondition(`Write(${segments.join('/')})`);
        if ('error' in condition) return;
        const slow = { ...condition, base: null, literalPrefix: '' };
        const subject = call('Write', { file_path, content: '' });
        expect(evaluateCondition(condition, subject)).toBe(evaluateCondition(slow, subject));
      }),
      { numRuns: 2_000 },
    );
  });
});
