import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaProblems } from './support/json-schema.ts';
import { runHooks } from './support/run-hooks.ts';
import { makeScratch } from './support/scratch.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/handlers.md'), 'utf8');
const [, python = ''] = /^```py\n([\s\S]*?)^```$/m.exec(page) ?? [];
const [, modify = ''] = /and `(modify: [^`]+)` in `HOOK.md`/.exec(page) ?? [];
const scratch = makeScratch();
afterAll(() => scratch.remove());

async function fire(input: object): Promise<Record<string, unknown>> {
  const stdin = JSON.stringify({ tool_name: 'Bash', tool_input: input });
  return JSON.parse((await runHooks(scratch, ['run', 'PreToolUse', '--json'], { stdin })).stdout);
}

describe('the handler in Python of docs/handlers.md', () => {
  beforeAll(async () => {
    const dir = join(scratch.home, '.hookmd/hooks/clamp');
    mkdirSync(dir, { recursive: true });
    const keys = `events: [PreToolUse]\ncommand: [python3, ./handler.py]\n${modify}\n`;
    writeFileSync(join(dir, 'HOOK.md'), `---\n${keys}---\n`);
    writeFileSync(join(dir, 'handler.py'), python);
    const { exit, stderr } = await runHooks(scratch, ['enable', 'clamp', '--yes']);
    expect(exit, stderr).toBe(0);
  });

  it('changes what it says it does, and nothing else', async () => {
    expect(await fire({ command: 'make' })).toMatchObject({
      changed: ['timeout'],
      input: { command: 'make', timeout: 120_000 },
    });
    expect(await fire({ command: 'make', timeout: 5 })).toMatchObject({
      changed: [],
      hooks: [{ outcome: 'success' }],
    });
  });

  it('answers by the schema that is printed for it', async () => {
    const schema = JSON.parse((await runHooks(scratch, ['events', 'PreToolUse', '--output-schema'])).stdout);
    const output = { hookEventName: 'PreToolUse', updatedInput: { timeout: 120_000 } };
    expect(schemaProblems({ hookSpecificOutput: output }, schema)).toEqual([]);
    expect(schemaProblems({ hookSpecificOutput: { ...output, hookEventName: 'Stop' } }, schema)).not.toEqual(
      [],
    );
    expect(schemaProblems({ followUps: ['x'] }, schema)).not.toEqual([]);
  });
});
