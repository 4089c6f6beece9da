import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readIfThere } from './support/read-if-there.ts';
import { runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.remove());

const hooks = (words: readonly string[], stdin = '') => runHooks(scratch, words, { stdin });

/** Plugins of the kinds that OpenCode's documentation shows, in a repository of their own. */
const plugins: Readonly<Record<string, string>> = {
  '.opencode/plugin/env-protection.ts': `import type { Plugin } from '@opencode-ai/plugin';
import { isSecret } from '../lib/secrets';
export const EnvProtection: Plugin = async ({ client }) => {
  await client.app.log({ body: { service: 'env-protection', level: 'info', message: 'started' } });
  return {
    'tool.execute.before': async (input: { tool: string }, output: { args: Record<string, string> }) => {
      if (input.tool === 'read' && isSecret(output.args.filePath)) throw new Error('Do not read .env files');
    },
  };
};
`,
  '.opencode/lib/secrets.ts': `export const isSecret = (path: string): boolean => /\\.env(?:\\.|$)/.test(path);
`,
  '.opencode/plugin/format.js': `export default async ({ $, directory }) => {
  const count = (await $\`ls \${directory}\`.text()).split('\\n').length;
  return {
    'tool.execute.after': async (input) => {
      if (!['edit', 'write'].includes(input.tool)) return;
      const { exitCode } = await $\`tr a-z A-Z <\${input.args.filePath} >\${input.args.filePath + '.new'} && mv \${input.args.filePath + '.new'} \${input.args.filePath}\`.quiet().nothrow();
      if (exitCode !== 0) console.log('not formatted', count);
    },
  };
};
`,
  '.opencode/plugins/notification.ts': `export const Notification = async ({ $, client, directory }) => ({
  event: async ({ event }) => {
    if (event.type !== 'session.idle') return;
    await $\`echo \${'done: ' + event.properties.sessionID} >>\${directory}/notified\`;
    await client.tui.showToast({ body: { message: "It's done", variant: 'success' } });
  },
});
`,
  '.opencode/plugins/rewrite.js': `export const Rewrite = async () => ({
  'tool.execute.before': async ({ tool }, output) => {
    if (tool === 'bash') output.args.command = output.args.command.replace(/^npm /, 'pnpm ');
  },
  'experimental.chat.system.transform': async () => {},
});
`,
};

it('runs a guard, a formatter, a notification and a rewriter of OpenCode in Claude Code and in OpenCode', async () => {
  const repository = join(scratch.dir, 'team');
  for (const [path, text] of Object.entries(plugins)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  }
  const installed = await hooks(['install', repository, '--yes']);
  expect(installed.stderr).toContain('HookMD has no event like `experimental.chat.system.transform`.');
  const enabled = await hooks(['enable', 'team', '--yes']);
  expect(enabled.stdout.match(/✓ ready/g)).toHaveLength(4);

  const run = async (agent: string, event: string, payload: object): Promise<unknown> => {
    const about = { hook_event_name: event, session_id: 's1', cwd: scratch.project, tool_use_id: 'c1' };
    const text = JSON.stringify({ ...about, ...payload });
    const { stdout } = await hooks(['run', event, '--agent', agent], text);
    return stdout === '' ? null : JSON.parse(stdout);
  };
  const file = join(scratch.project, "it's a.txt");
  const edited = (): string => {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, 'text');
    return text;
  };
  writeFileSync(file, 'text');

  const claude = (event: string, tool_name: string, tool_input: object, more: object = {}) =>
    run('claude-code', event, { tool_name, tool_input, ...more });
  const denied = { permissionDecision: 'deny', permissionDecisionReason: 'Do not read .env files' };
  expect(await claude('PreToolUse', 'Read', { file_path: '/p/.env' })).toMatchObject({
    hookSpecificOutput: denied,
  });
  expect(await claude('PreToolUse', 'Read', { file_path: '/p/a.ts' })).toBeNull();
  expect(await claude('PreToolUse', 'Bash', { command: 'npm test' })).toMatchObject({
    hookSpecificOutput: { updatedInput: { command: 'pnpm test' } },
  });
  const write = { file_path: file, content: 'text' };
  expect(await claude('PostToolUse', 'Write', write, { tool_response: { filePath: file } })).toBeNull();
  expect(edited()).toBe('TEXT');
  expect(await run('claude-code', 'Stop', { stop_hook_active: false })).toMatchObject({
    systemMessage: "It's done",
  });

  const opencode = (event: string, tool_name: string, tool_input: object, more: object = {}) =>
    run('opencode', event, { tool_name, tool_input, ...more });
  expect(await opencode('PreToolUse', 'read', { filePath: '/p/.env.local' })).toEqual({
    block: 'Do not read .env files',
  });
  expect(await opencode('PreToolUse', 'bash', { command: 'npm test' })).toEqual({
    input: { command: 'pnpm test' },
  });
  const response = { title: 'a', output: 'ok', metadata: {} };
  const edit = { filePath: file, oldString: 'a', newString: 'b' };
  expect(await opencode('PostToolUse', 'edit', edit, { tool_response: response })).toBeNull();
  expect(edited()).toBe('TEXT');
  expect(await run('opencode', 'Stop', {})).toEqual({ message: "It's done" });
  expect(readIfThere(join(scratch.project, 'notified'))).toBe('done: s1\ndone: s1\n');
});

it('installs one file with what it imports, and runs the approved copy of it', async () => {
  const files = join(scratch.dir, 'config');
  for (const [path, text] of Object.entries({
    'plugins/guard.js':
      "import { reason } from '../lib/reason.js';\nexport const G = async () => ({ 'tool.execute.before': async () => { throw new Error(reason) } });\n",
    'plugins/other.js': 'export const O = async () => ({ event: async () => {} });\n',
    'lib/reason.js': "export const reason = 'as approved';\n",
  })) {
    mkdirSync(dirname(join(files, path)), { recursive: true });
    writeFileSync(join(files, path), text);
  }
  const { stdout: refused } = await hooks(['import', join(files, 'plugins/guard.js'), '--json']);
  expect(JSON.parse(refused)).toMatchObject({ rejected: [{ code: 'IMPORT_PLUGIN' }] });
  await hooks(['install', join(files, 'plugins/guard.js'), '--yes']);
  const { stdout: enabled } = await hooks(['enable', 'guard', '--yes']);
  expect(enabled).toBe('user/guard.tool.execute.before.guard  ✓ ready\n');
  const installed = join(scratch.home, '.hookmd/hooks/guard/.opencode');
  writeFileSync(join(installed, 'lib/reason.js'), "export const reason = 'as changed';\n");
  const { stdout } = await hooks(['run', 'PreToolUse'], '{"tool_name":"Bash","tool_input":{"command":"ls"}}');
  expect(stdout).toContain('blocked: as approved');
  const { stdout: list } = await hooks(['list', '--json']);
  expect(list).toMatch(/"state":\s*"changed"/);
});
