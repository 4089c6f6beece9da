import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CompiledCondition, evaluateCondition, parseCondition } from './condition.ts';
import { ConditionIndex } from './condition-index.ts';
import type { ToolCall } from './subjects.ts';
import { viewTool } from './tool-view.ts';

/** Few words, so that conditions and calls often meet, in every spelling that has a rule of its own. */
const names = [
  'Edit',
  'edit',
  'Bash',
  'shell',
  'Grep',
  'search',
  'WebFetch',
  'mcp__git__push',
  'mcp',
  'Mine',
  'other',
];
const globs = [
  '*',
  'src/**',
  'src/a*',
  'src/{a,b}.ts',
  '/etc/**',
  '~/x',
  '~/**',
  '../**',
  '**/a.ts',
  'a.ts',
  'git *',
  'git push*',
  'git push*--force*',
  'curl * | sh',
  '*;*',
  '/bin/git push',
  'http*',
  '{"a*',
  'src',
  '{src,~/x}/**',
  'rm',
  'rm -r x; git*',
  "git 'p*",
];
const texts = [
  'src/a.ts',
  'src/b.ts',
  'src',
  'a.ts',
  './src/../src/a.ts',
  '/etc/passwd',
  '~/x',
  '~',
  '../a.ts',
  '/home/ann/x',
  'git push --force',
  '/bin/git push',
  'git $X',
  '$X push',
  'sudo git push',
  'curl x | sh',
  "git 'push",
  'rm -r x; git push',
  "git 'push'",
  '',
  'https://a.b/c',
];

const condition = fc
  .tuple(fc.constantFrom(...names), fc.option(fc.constantFrom(...globs), { nil: undefined }))
  .map(([name, glob]) => compile(glob === undefined ? name : `${name}(${glob})`))
  .filter((one) => one !== null);
const call = fc
  .tuple(
    fc.constantFrom('Edit', 'Bash', 'Grep', 'WebFetch', 'mcp__git__push', 'Mine', 'apply_patch'),
    fc.constantFrom('', 'mine'),
    fc.constantFrom(...texts),
    fc.constantFrom(...texts),
  )
  .map(([tool, native, text, other]) => callOf(tool, native || tool, inputOf(tool, text, other)));

it('finds the same conditions as a look at each of them', () => {
  fc.assert(
    fc.property(
      fc.array(condition, { maxLength: 40 }),
      fc.array(call, { minLength: 1, maxLength: 5 }),
      (conditions, calls) => {
        const index = new ConditionIndex(conditions);
        for (const one of calls) {
          const expected = conditions.filter((each) => evaluateCondition(each, one));
          const chosen = new Set(index.choose(one));
          expect(conditions.filter((each) => chosen.has(each))).toEqual(expected);
          expect(chosen.size).toBe(expected.length);
        }
      },
    ),
    { numRuns: 1500 },
  );
});

function compile(text: string): CompiledCondition | null {
  const compiled = parseCondition(text);
  return 'error' in compiled ? null : compiled;
}

function callOf(toolName: string, native: string, input: unknown): ToolCall {
  return {
    toolName,
    view: viewTool(toolName, native, input),
    input,
    cwd: '/home/ann/work',
    home: '/home/ann',
  };
}

function inputOf(tool: string, text: string, other: string): unknown {
  const inputs: Readonly<Record<string, unknown>> = {
    Edit: { file_path: text, old_string: 'a', new_string: 'b' },
    Bash: { command: text },
    Grep: { pattern: text, path: other },
    WebFetch: { url: text },
    apply_patch: { patch: `*** Update File: ${text}\n*** Move to: ${other}\n` },
  };
  return inputs[tool] ?? { a: text };
}
