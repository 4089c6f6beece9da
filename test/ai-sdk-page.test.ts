import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CLI } from './support/run-hooks.ts';
import { makeScratch } from './support/scratch.ts';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/ai-sdk.md'), 'utf8');
const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
/** Where its imports are found. */
const installed = join(root, 'examples/agent/node_modules/.hookmd');
mkdirSync(installed, { recursive: true });
const folder = mkdtempSync(join(installed, 'page-'));
const scratch = makeScratch();
afterAll(() => {
  rmSync(folder, { recursive: true });
  scratch.remove();
});

/** What the reader has: a model, which wants to delete, and a tool. */
const agent = `import { tool } from 'ai';
import { z } from 'zod';
let turn = 0;
export const model = {
  specificationVersion: 'v3', provider: 'script', modelId: 'scripted', supportedUrls: {},
  async doGenerate({ prompt }) {
    process.stderr.write(JSON.stringify(prompt.at(-1)) + '\\n');
    const call = { type: 'tool-call', toolCallId: 'call-1', toolName: 'Bash', input: '{"command":"rm -rf .."}' };
    const isFirst = turn++ === 0;
    return {
      content: isFirst ? [call] : [{ type: 'text', text: 'It was not to be.' }],
      finishReason: { unified: isFirst ? 'tool-calls' : 'stop', raw: undefined },
      usage: { inputTokens: {}, outputTokens: {} }, warnings: [],
    };
  },
};
export const tools = {
  Bash: tool({ inputSchema: z.object({ command: z.string() }), execute: async () => process.stderr.write('IT RAN') }),
};
`;
const types = `import type { LanguageModel, Tool } from 'ai';
export declare const model: Exclude<LanguageModel, string>;
export declare const tools: { Bash: Tool<{ command: string }, string> };
`;

describe('docs/ai-sdk.md', () => {
  it('shows an agent in twelve lines', () => {
    expect(code.trimEnd().split('\n')).toHaveLength(12);
  });

  it('shows one whose types are right', () => {
    writeFileSync(join(folder, 'agent.d.ts'), types);
    writeFileSync(join(folder, 'page.ts'), code);
    const compilerOptions = {
      noEmit: true,
      strict: true,
      target: 'es2023',
      module: 'nodenext',
      types: ['node'],
    };
    const config = { compilerOptions: { ...compilerOptions, skipLibCheck: true }, files: ['page.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const ran = spawnSync(process.execPath, [tsc, '-p', folder], { cwd: root, encoding: 'utf8' });
    expect(ran.stdout).toBe('');
  });

  it('shows one whose tool is blocked', () => {
    const env = { PATH: process.env['PATH'], HOME: scratch.home };
    execFileSync(process.execPath, [CLI, 'enable', 'block-dangerous', '--yes'], {
      cwd: scratch.project,
      env,
    });
    writeFileSync(join(folder, 'page.mjs'), code);
    writeFileSync(join(folder, 'agent.js'), agent);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const ran = spawnSync(process.execPath, [join(folder, 'page.mjs')], {
      cwd: scratch.project,
      env,
      encoding: 'utf8',
    });
    expect(ran.stdout).toBe('It was not to be.\n');
    expect(ran.stderr).toContain('Not done, because a hook blocked it: recursive delete');
    expect(ran.stderr).not.toContain('IT RAN');
  });
});
