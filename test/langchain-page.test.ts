import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLI } from './support/run-hooks.ts';
import { makeScratch } from './support/scratch.ts';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/langchain.md'), 'utf8');
const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
const scratch = makeScratch();
const folder = join(scratch.dir, 'elsewhere');

/** What the reader has installed, and where it is here. */
const installed = {
  '@hookmd/library': 'packages/library',
  '@hookmd/langchain': 'packages/langchain',
  '@langchain/core': 'packages/langchain/node_modules/@langchain/core',
  langchain: 'packages/langchain/node_modules/langchain',
};

/** What the reader has: a model, which wants to delete, and a tool. */
const agent = `import { AIMessage } from '@langchain/core/messages';
import { fakeModel } from '@langchain/core/testing';
import { tool } from 'langchain';
const call = { id: 'call-1', name: 'Bash', args: { command: 'rm -rf ..' }, type: 'tool_call' };
const answers = (messages) => {
  process.stderr.write(messages.at(-1).text + '\\n');
  return new AIMessage('It was not to be.');
};
export const model = fakeModel().respond(new AIMessage({ content: '', tool_calls: [call] })).respond(answers);
const schema = { type: 'object', properties: { command: { type: 'string' }, timeout: { type: 'number' } } };
export const tools = [tool(async () => process.stderr.write('IT RAN'), { name: 'Bash', description: 'runs', schema })];
`;
const types = `import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { StructuredTool } from '@langchain/core/tools';
export declare const model: BaseChatModel;
export declare const tools: StructuredTool[];
`;

beforeAll(() => {
  for (const [name, location] of Object.entries(installed)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, location), link);
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'page.ts'), code);
  writeFileSync(join(folder, 'page.js'), code);
  writeFileSync(join(folder, 'agent.js'), agent);
  writeFileSync(join(folder, 'agent.d.ts'), types);
});
afterAll(() => scratch.remove());

describe('docs/langchain.md', () => {
  it('shows an agent in twelve lines', () => {
    expect(code.trimEnd().split('\n')).toHaveLength(12);
  });

  it('shows one whose types are right', () => {
    const compilerOptions = { noEmit: true, strict: true, target: 'es2023', module: 'nodenext', types: [] };
    const config = { compilerOptions: { ...compilerOptions, skipLibCheck: true }, files: ['page.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const ran = spawnSync(process.execPath, [tsc, '-p', folder], { cwd: root, encoding: 'utf8' });
    expect(ran.stdout).toBe('');
  });

  it('shows one whose tool is blocked', () => {
    const env = { PATH: process.env['PATH'], HOME: scratch.home };
    const inProject = { cwd: scratch.project, env };
    execFileSync(process.execPath, [CLI, 'enable', 'block-dangerous', '--yes'], inProject);
    const ran = spawnSync(process.execPath, [join(folder, 'page.js')], { ...inProject, encoding: 'utf8' });
    expect(ran.stdout).toBe('It was not to be.\n');
    expect(ran.stderr).toContain('Not done, because a hook blocked it: recursive delete');
    expect(ran.stderr).not.toContain('IT RAN');
  });
});
