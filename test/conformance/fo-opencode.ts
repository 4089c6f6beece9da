import type { Case } from './row.ts';

const shell = (command: string) => ({ tool_name: 'Bash', tool_input: { command } }) as const;

/** A plugin of the user’s with one module. */
const one = (
  says: string,
  { body, imports = '' }: { body: string; imports?: string },
  dispatch: Omit<Case, 'says' | 'files'>,
): Case => ({
  says,
  files: {
    'home/.hookmd/hooks/team/.opencode/plugins/team.ts': `import { type Plugin, tool } from '@opencode-ai/plugin';
${imports}
export const Team: Plugin = async ({ project, client, $, directory, worktree }) => {
  return {
${body}
  };
};
`,
  },
  ...dispatch,
});

export const opencodeCases: readonly Case[] = [
  one(
    'tool.execute.before: OpenCode’s names of tools and arguments, an error that blocks, and changed arguments',
    {
      body: `    'tool.execute.before': async (input, output) => {
      const { args } = output;
      if (input.tool === 'read' && args.filePath.endsWith('.env')) throw new Error('Do not read .env files');
      if (input.tool === 'edit' && args.oldString === 'a') args.newString = args.newString.toUpperCase();
      if (input.tool === 'bash' && args.command.startsWith('npm ')) args.command = 'p' + args.command;
      if (input.tool === 'write') output.args = { filePath: 'x', content: 'has no effect' };
    },`,
    },
    {
      steps: [
        {
          fire: 'PreToolUse',
          payload: { tool_name: 'Read', tool_input: { file_path: '/p/.env' } },
          expect: { decision: 'block', reason: 'Do not read .env files' },
        },
        {
          fire: 'PreToolUse',
          payload: {
            tool_name: 'Edit',
            tool_input: { file_path: '/p/a', old_string: 'a', new_string: 'b' },
          },
          expect: {
            input: { file_path: '/p/a', old_string: 'a', new_string: 'B' },
            changed: ['new_string'],
          },
        },
        {
          fire: 'PreToolUse',
          payload: shell('npm test'),
          expect: { input: { command: 'pnpm test' }, changed: ['command'] },
        },
        {
          fire: 'PreToolUse',
          payload: { tool_name: 'Write', tool_input: { file_path: '/p/a', content: 'x' } },
        },
        { fire: 'PreToolUse', payload: shell('ls') },
      ],
    },
  ),
  one(
    'tool.execute.after: another output, an error for the model, and a command of the plugin with one word for each value',
    {
      body: `    'tool.execute.after': async (input, output) => {
      if (input.args.command === 'fail') throw new Error('run the tests');
      output.output = output.output.replace('SECRET', '***');
      await $\`printf '%s|' \${input.args.command} \${'a  b'} >>"<scratch>/seen"\`.quiet();
    },`,
    },
    {
      steps: [
        {
          fire: 'PostToolUse',
          payload: { ...shell("echo 'x; y'"), tool_response: { stdout: 'a SECRET', stderr: '' } },
          expect: {
            output: { stdout: 'a ***', stderr: '' },
            changed: ['tool_response'],
            files: { seen: "echo 'x; y'|a  b|" },
          },
        },
        {
          fire: 'PostToolUse',
          payload: { ...shell('fail'), tool_response: 'x' },
          expect: { feedback: ['run the tests'] },
        },
      ],
    },
  ),
  one(
    'event: each type that the plugin names, with its properties; a message to the user; an error there blocks nothing',
    {
      imports: "import { appendFileSync } from 'node:fs';",
      body: `    event: async ({ event }) => {
      if (event.type === 'session.created') await client.tui.showToast({ body: { message: 'hi', variant: 'info' } });
      if (event.type === 'file.edited') appendFileSync('<scratch>/seen', event.properties.file + '\\n');
      if (event.type === 'session.idle') throw new Error(event.properties.sessionID);
    },`,
    },
    {
      steps: [
        { fire: 'SessionStart', expect: { userMessages: ['hi'] } },
        {
          fire: 'PostToolUse',
          payload: {
            tool_name: 'Write',
            tool_input: { file_path: '/p/a.ts', content: '' },
            tool_response: 'ok',
          },
          expect: { files: { seen: '/p/a.ts\n' } },
        },
        { fire: 'PostToolUse', payload: { ...shell('ls'), tool_response: 'ok' } },
        { fire: 'Stop', expect: { failedOpen: [/session\.idle\.team/] } },
        { fire: 'SessionEnd' },
      ],
    },
  ),
  one(
    'chat.message and permission.ask: an error blocks a prompt, added text is context, and a status denies',
    {
      body: `    'chat.message': async (input, output) => {
      const [part] = output.parts;
      if (part.text.includes('password')) throw new Error('no secrets');
      part.text += '\\n\\nAnswer briefly.';
    },
    'permission.ask': async (input, output) => {
      if (input.type === 'bash' && input.metadata.command === 'rm x') output.status = 'deny';
    },`,
    },
    {
      steps: [
        {
          fire: 'UserPromptSubmit',
          payload: { prompt: 'my password' },
          expect: { decision: 'block', reason: 'no secrets' },
        },
        { fire: 'UserPromptSubmit', payload: { prompt: 'hi' }, expect: { context: ['Answer briefly.'] } },
        { fire: 'PermissionRequest', payload: shell('rm x'), expect: { decision: 'block' } },
        { fire: 'PermissionRequest', payload: shell('ls') },
      ],
    },
  ),
  {
    says: 'a file is installed and enabled, names what it does not get, and blocks in two agents',
    files: {
      'home/plugins/guard.ts': `import { type Plugin, tool } from '@opencode-ai/plugin';
export const Guard: Plugin = async ({ client }) => ({
  tool: { hello: tool({ description: 'x', args: { a: tool.schema.string() }, execute: async () => 'hi' }) },
  'chat.params': async () => {},
  event: async ({ event }) => {
    if (event.type === 'message.updated') await client.session.get({ path: { id: 'x' } });
  },
  'tool.execute.before': async ({ tool }, { args }) => {
    if (tool === 'bash' && args.command.includes('push')) throw new Error('no push');
  },
});
`,
    },
    steps: [
      {
        hooks: 'install <home>/plugins/guard.ts --yes',
        stderr:
          /HookMD has no event like `tool`, `chat\.params`, `message\.updated`\.[\s\S]+cannot reach the server of OpenCode, so `client\.session\.get` fails\./,
        stdout: /user\/guard\.tool\.execute\.before\.guard/,
      },
      { hooks: 'enable guard --yes' },
      {
        hooks: 'run PreToolUse --agent claude-code',
        stdin:
          '{"hook_event_name":"PreToolUse","session_id":"s","cwd":"<project>","tool_use_id":"1","tool_name":"Bash","tool_input":{"command":"git push"}}',
        stdout: /"permissionDecision":"deny","permissionDecisionReason":"no push"/,
      },
      {
        hooks: 'run PreToolUse --agent opencode',
        stdin:
          '{"hook_event_name":"PreToolUse","session_id":"s","cwd":"<project>","tool_use_id":"1","tool_name":"bash","tool_input":{"command":"git push"}}',
        stdout: /"block":"no push"/,
      },
    ],
  },
  {
    says: 'an npm package is read by the module that it names; of a repository with hooks of another agent, these are read and the module is named',
    files: {
      'home/npm/package.json': JSON.stringify({
        name: 'opencode-guard',
        main: './dist/main.js',
        peerDependencies: { '@opencode-ai/plugin': '*' },
      }),
      'home/npm/dist/main.js':
        "export default { id: 'guard', server: async () => ({ 'tool.execute.before': async () => { throw new Error('no') } }) };\n",
      'home/both/.claude/settings.json': JSON.stringify({
        hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] },
      }),
      'home/both/.opencode/plugin/guard.js':
        "export const G = async () => ({ 'tool.execute.before': async () => {} });\n",
    },
    steps: [
      { hooks: 'install <home>/npm --yes', stdout: /user\/opencode-guard\.tool\.execute\.before\.main/ },
      { hooks: 'enable opencode-guard --yes' },
      { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block', reason: 'no' } },
      {
        hooks: 'install <home>/both --yes',
        stdout: /^both {2}installed\n {2}user\/both\.Stop\.true {2}/,
        stderr:
          /guard\.js {2}ENTRY_LEFT_OUT {2}warning\n.*other hooks of the plugin are read in place of this module/,
      },
    ],
  },
];
