import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseClaudeRule } from './claude-rule.ts';
import { evaluateCondition } from './condition.ts';
import { viewTool } from './tool-view.ts';

function matches(rule: string, tool: string, input: unknown): boolean {
  const condition = parseClaudeRule(rule);
  if ('error' in condition) throw new Error(condition.error);
  return evaluateCondition(JSON.parse(JSON.stringify(condition)), {
    toolName: tool,
    view: viewTool(tool, tool, input),
    input,
    cwd: '/home/ann/work',
    home: '/home/ann',
  });
}

const command = (text: string): { readonly command: string } => ({ command: text });
const file = (file_path: string): { readonly file_path: string; readonly content: string } => ({
  file_path,
  content: '',
});

/** Each row without a note is as Claude Code 2.1.328 ran it. */
describe('a permission rule of Claude Code', () => {
  it.each([
    ['Bash(git commit:*)', 'git commit -m x', true],
    ['Bash(git commit:*)', 'git commit', true],
    ['Bash(git commit:*)', 'git committed', false],
    ['Bash(git commit *)', 'git commit', true],
    ['Bash(git commit *)', 'git committed', false],
    ['Bash(git commit)', 'git commit -m x', false],
    ['Bash(git commit)', 'git commit', true],
    ['Bash(git:*)', 'git commit', true],
    ['Bash(git *)', 'FOO=bar git commit x', true],
    ['Bash(git commit:*)', 'ls && git commit', true],
    ['Bash(rm *)', 'echo $(rm -rf /)', true],
    ['Bash(rm *)', 'echo $(date)', false],
    ['Bash(git commit:*)', 'echo $(date)', true],
    ['Bash(git commit:*)', 'echo `date`', true],
    ['Bash(git commit:*)', 'git log "$(x)"', true],
    ['Bash(git commit:*)', 'git commit -m "$(cat <<\'EOF\'\nx\nEOF\n)"', true],
    ['Bash(git commit:*)', 'cd "$(git rev-parse --show-toplevel)" && ls', true],
    ['Bash(git commit:*)', 'echo hi > "$(date)"', true],
    ['Bash(git commit:*)', 'echo $x', true],
    ['Bash(git commit:*)', "echo '$(date)'", false],
    ['Bash(git commit:*)', 'FOO=$(date) ls', false],
    ['Bash(git commit:*)', 'ls *.txt', false],
    ['Bash(git commit:*)', 'ls ~/x', false],
    ['Bash(git commit)', 'echo $(date)', true],
    ['Bash(git)', 'echo $(date)', true],
    ['Bash(*commit*)', 'echo $(date)', true],
    ['Bash(*commit*)', 'ls | head', false],
    ['Bash(git *)', 'echo $(date)', false],
    ['Bash(git*)', 'echo $(date)', false],
    ['Bash(git:*)', 'echo $(date)', false],
    ['Bash(git:*)', 'git $(x)', true],
    ['Bash(git:*)', '$(x)', true],
    ['Bash(*commit*)', 'git commit', true],
    ['Bash(git:* commit)', 'git commit', false],
    ['Bash(GIT *)', 'git commit', false],
    ['Bash()', 'ls', true],
    ['Bash(*)', 'ls', true],
    ['Bash', 'ls', true],
    ['bash(git *)', 'git commit', false],
  ])('%s with %s: %j', (rule, text, expected) => {
    expect(matches(rule, 'Bash', command(text))).toBe(expected);
  });

  it.each([
    ['Write(*.txt)', '/home/ann/work/src/a.txt', true],
    ['Write(*.txt)', '/home/ann/elsewhere/b.txt', true],
    ['Write(a.txt)', '/home/ann/work/vendor/src/a.txt', true],
    ['Write(src)', '/home/ann/work/src/a.txt', true],
    ['Write(src/**)', '/home/ann/work/src/a.txt', true],
    ['Write(src/**)', '/home/ann/work/vendor/src/a.txt', false],
    ['Write(vendor/src/**)', '/home/ann/work/vendor/src/a.txt', true],
    ['Write(**/src/**)', '/home/ann/work/vendor/src/a.txt', true],
    ['Write(/src/**)', '/home/ann/work/src/a.txt', true],
    ['Write(./src/a.txt)', '/home/ann/work/src/a.txt', true],
    ['Write(./.env)', '/home/ann/work/sub/.env', false],
    ['Write(SRC/A.txt)', '/home/ann/work/src/a.txt', true],
    ['Write([ab].txt)', '/home/ann/work/src/a.txt', true],
    ['Write(//tmp/**)', '/tmp/x/y', true],
    ['Write(//tmp/**)', '/home/ann/work/tmp/x', false],
    ['Write(~/x.txt)', '/home/ann/work/x.txt', false],
    ['Write(~/.ssh/**)', '/home/ann/.ssh/id', true],
    ['Edit(*.txt)', '/home/ann/work/a.txt', false],
  ])('%s with a Write of %s: %j', (rule, path, expected) => {
    expect(matches(rule, 'Write', file(path))).toBe(expected);
  });

  it.each([
    ['mcp__lab', 'mcp__lab__echo', {}, true],
    ['mcp__lab', 'mcp__laboratory__echo', {}, false],
    ['mcp__lab__*', 'mcp__lab__echo', {}, true],
    ['mcp__*', 'mcp__lab__echo', {}, true],
    ['mcp__lab__echo', 'mcp__lab__echo', {}, true],
    ['mcp__lab__echo', 'mcp__lab__other', {}, false],
    ['Task', 'Agent', { prompt: 'x' }, true],
    ['Agent', 'Task', { prompt: 'x' }, true],
  ])('%s names %s: %j', (rule, tool, input, expected) => {
    expect(matches(rule, tool, input)).toBe(expected);
  });

  /** Documented for rules; Claude Code 2.1.328 runs no hook with such an `if`. */
  it.each([
    ['WebFetch(domain:example.com)', 'WebFetch', { url: 'https://example.com/x' }, true],
    ['WebFetch(domain:Example.com.)', 'WebFetch', { url: 'http://EXAMPLE.com:8080/x' }, true],
    ['WebFetch(domain:example.com)', 'WebFetch', { url: 'https://a.example.com/x' }, false],
    ['WebFetch(domain:*.example.com)', 'WebFetch', { url: 'https://a.b.example.com/x' }, true],
    ['WebFetch(domain:*.example.com)', 'WebFetch', { url: 'https://example.com/x' }, false],
    ['WebFetch(domain:*)', 'WebFetch', { url: 'https://example.com/x' }, true],
    ['Agent(Explore)', 'Agent', { prompt: 'x', subagent_type: 'Explore' }, true],
    ['Agent(Explore)', 'Agent', { prompt: 'x', subagent_type: 'Plan' }, false],
    ['Agent(model:opus)', 'Agent', { prompt: 'x', model: 'opus' }, true],
    ['Agent(model:*)', 'Agent', { prompt: 'x' }, false],
    ['Skill(deploy:*)', 'Skill', { skill: 'deploy', args: '' }, true],
    ['Skill(deploy:*)', 'Skill', { skill: 'deployment', args: '' }, false],
    ['TodoWrite(done:true)', 'TodoWrite', { done: true }, true],
  ])('%s with %s %j: %j', (rule, tool, input, expected) => {
    expect(matches(rule, tool, input)).toBe(expected);
  });

  it('matches every command of PowerShell, which HookMD does not read', () => {
    expect(matches('PowerShell(Remove-Item *)', 'PowerShell', command('gci'))).toBe(true);
    expect(matches('PowerShell(Remove-Item *)', 'Bash', command('gci'))).toBe(false);
  });

  it.each(['', 'not a rule(', 'Bash(git *) && Bash(rm *)', 'Edit|Write(src/**)'])('%j is refused', (rule) => {
    expect(parseClaudeRule(rule)).toEqual({ error: expect.stringContaining('not one permission rule') });
  });

  it('is parsed and evaluated without throwing, whatever it says', () => {
    const name = fc.constantFrom(
      'Bash',
      'Write',
      'Grep',
      'WebFetch',
      'Agent',
      'mcp__a__b',
      'mcp__a',
      'Unknown',
    );
    fc.assert(
      fc.property(name, fc.string(), fc.jsonValue(), (tool, specifier, input) => {
        const condition = parseClaudeRule(`${tool}(${specifier})`);
        if (!('error' in condition))
          expect(typeof matches(`${tool}(${specifier})`, tool, input)).toBe('boolean');
      }),
      { numRuns: 1_000 },
    );
  });
});
