import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../events/json.ts';
import { findForm } from './index.ts';

/** The hooks of a file at this path, without their places. */
function read(path: string, value: JsonValue): readonly unknown[] {
  const form = findForm(path, value);
  const { entries, problems, leftOut } = form.read(value);
  expect(problems).toEqual([]);
  const hooks = entries.map(({ protocol, event, matcher, hook, cwd, notHonored }) => [
    protocol ?? form.protocol,
    event,
    matcher,
    hook,
    ...(cwd === undefined ? [] : [cwd]),
    ...notHonored,
  ]);
  return [...hooks, ...leftOut.map(({ path, detail }) => `${path.join('.')}: ${detail}`)];
}

const command = { type: 'command', command: './x.sh' };
const extension = '$'.concat('{extensionPath}');

describe('the form of a file', () => {
  it.each([
    ['settings', '/home/.hookmd/config.yaml', { entries: {} }],
    ['claude', '/p/.claude/settings.json', { hooks: { PreToolUse: [] } }],
    ['claude', '/p/hooks/hooks.json', { hooks: { SessionStart: [] } }],
    ['claude', '/p/SKILL.md', {}],
    ['gemini', '/p/.gemini/settings.json', {}],
    ['gemini', '/p/hooks/hooks.json', { hooks: { BeforeTool: [] } }],
    [
      'gemini',
      '/p/hooks/hooks.json',
      { hooks: { SessionStart: [{ hooks: [{ ...command, command: `${extension}/x.sh` }] }] } },
    ],
    ['cursor', '/p/.cursor/hooks.json', {}],
    ['cursor', '/p/hooks/hooks.json', { hooks: { beforeSubmitPrompt: [] } }],
    ['copilot', '/p/.github/hooks/a.json', {}],
    ['copilot', '/h/.copilot/hooks/a.json', {}],
    ['copilot', '/p/hooks.json', { hooks: { preToolUse: [{ bash: './x.sh' }] } }],
    ['copilot', '/p/hooks.json', { hooks: { agentStop: [] } }],
    ['qwen', '/p/.qwen/settings.json', {}],
    ['qwen', '/p/hooks/hooks.json', { hooks: { TodoCreated: [] } }],
    [
      'qwen',
      '/p/hooks/hooks.json',
      { hooks: { PreToolUse: [{ hooks: [{ ...command, command: `${extension}/x.sh` }] }] } },
    ],
    ['codex', '/h/.codex/hooks.json', {}],
    ['codex', '/p/hooks/hooks.json', { hooks: { PreToolUse: [{ matcher: 'apply_patch|Bash', hooks: [] }] } }],
    [
      'codex',
      '/p/hooks/hooks.json',
      { hooks: { Stop: [{ hooks: [{ ...command, command_windows: 'x.cmd' }] }] } },
    ],
    [
      'codex',
      '/p/hooks/hooks.json',
      { hooks: { Stop: [{ hooks: [{ ...command, command: '$PLUGIN_ROOT/x.sh' }] }] } },
    ],
  ])('is that of %s for %s with %j', (id, path, value) => {
    expect(findForm(path, value as JsonValue).id).toBe(id);
  });

  it('says of each part that has another shape where it is, and reads the others', () => {
    const hooks = { PreToolUse: [{ hooks: [command, 5] }, 'x', {}], Stop: {} };
    const { entries, problems } = findForm('x.json', { hooks }).read({ hooks });
    expect(entries).toHaveLength(1);
    expect(problems.map(({ path }) => path.join('.'))).toEqual([
      'hooks.PreToolUse.0.hooks.1',
      'hooks.PreToolUse.1',
      'hooks.PreToolUse.2',
      'hooks.Stop',
    ]);
    expect(findForm('x.json', { hooks: [] }).read({ hooks: [] }).problems).toHaveLength(1);
  });
});

describe('the form of Claude Code', () => {
  it('leaves out a hook that is a tool of an MCP server, and reads the others', () => {
    const tool = { type: 'mcp_tool', server: 's', tool: 't' };
    const hooks = { Stop: [{ hooks: [tool, command] }] };
    expect(read('/p/.claude/settings.json', { hooks })).toEqual([
      ['claude', 'Stop', undefined, command],
      'hooks.Stop.0.hooks.0: a hook of the type `mcp_tool` calls an MCP server of the agent',
    ]);
  });

  it('runs a hook with `asyncRewake` in the background, and says what is lost', () => {
    const hook = {
      ...command,
      asyncRewake: true,
      rewakeMessage: 'wake',
      commandWindows: 'x.cmd',
      shell: 'bash',
    };
    const value = { hooks: { Stop: [{ hooks: [hook, { ...command, shell: 'powershell' }] }] } };
    const file = '/p/.claude/settings.json';
    expect(read(file, value)).toEqual([
      [
        'claude',
        'Stop',
        undefined,
        { ...command, async: true },
        expect.stringContaining('does not wake the agent'),
      ],
      ['claude', 'Stop', undefined, { ...command, shell: 'powershell' }],
    ]);
  });
});

describe('the form of Gemini CLI', () => {
  const file = '/p/.gemini/settings.json';

  it('has milliseconds, patterns that are searched for, and variables', () => {
    const hook = { ...command, name: 'guard', timeout: 500, env: { MODE: 'it’s $5' } };
    expect(read(file, { hooks: { BeforeTool: [{ matcher: 'write_', hooks: [hook] }] } })).toEqual([
      [
        'gemini',
        'BeforeTool',
        '.*(?:write_).*',
        { ...command, name: 'guard', timeout: '500ms', command: "export MODE='it’s $5'; ./x.sh" },
      ],
    ]);
  });

  it('compares anything but the name of a tool with the whole text', () => {
    const hooks = { SessionStart: [{ matcher: 'startup', hooks: [command] }] };
    expect(read(file, { hooks })).toEqual([['gemini', 'SessionStart', 'startup', command]]);
  });

  it('fills in the placeholders of extensions but the extension itself', () => {
    const hook = { ...command, command: `node "${extension}$\{/}x.js" $\{workspacePath}` };
    expect(read('/x/hooks/hooks.json', { hooks: { AfterAgent: [{ hooks: [hook] }] } })).toEqual([
      [
        'gemini',
        'AfterAgent',
        undefined,
        { ...command, command: `node "${extension}/x.js" $GEMINI_PROJECT_DIR` },
      ],
    ]);
  });

  it('leaves out what is disabled in it', () => {
    const hooks = { AfterTool: [{ hooks: [{ ...command, name: 'a' }, command] }] };
    expect(read(file, { hooks: { ...hooks, disabled: ['a'] } })).toHaveLength(1);
    expect(read(file, { hooks, hooksConfig: { disabled: ['a', './x.sh'] } })).toEqual([]);
    expect(read(file, { hooks: { ...hooks, enabled: false } })).toEqual([]);
  });
});

describe('the form of Cursor', () => {
  const file = '/p/.cursor/hooks.json';
  const plain = { command: './x.sh' };

  it('has canonical names where Copilot has the same ones, patterns, and failClosed', () => {
    const hooks = {
      preToolUse: [{ ...plain, matcher: 'Shell', failClosed: true, timeout: 5 }],
      beforeShellExecution: [{ ...plain, matcher: 'rm ' }],
      stop: [{ ...plain, matcher: 'Stop', loop_limit: null }],
      afterAgentThought: [plain],
    };
    expect(read(file, { version: 1, hooks })).toEqual([
      ['cursor', 'PreToolUse', '.*(?:Shell).*', { ...plain, timeout: 5, onFailure: 'block' }],
      ['cursor', 'beforeShellExecution', '.*(?s:.*)(?:rm\\x20)(?s:.*)', plain],
      [
        'cursor',
        'stop',
        undefined,
        plain,
        expect.stringContaining('`loop_limit` has no effect'),
        '`matcher` has no effect at stop',
      ],
      'hooks.afterAgentThought.0: no agent here sends afterAgentThought',
    ]);
  });

  it('keeps what a model is asked', () => {
    const hook = { type: 'prompt', prompt: 'Is it safe? $ARGUMENTS', timeout: 10 };
    expect(read(file, { hooks: { beforeMCPExecution: [hook] } })).toEqual([
      ['cursor', 'beforeMCPExecution', undefined, hook],
    ]);
  });
});

describe('the form of GitHub Copilot', () => {
  const file = '/p/.github/hooks/a.json';

  it('has a command for each system, seconds, variables, and matchers for the whole name', () => {
    const guard = {
      type: 'command',
      bash: './x.sh',
      powershell: './x.ps1',
      cwd: 'tools',
      env: { A: '$HOME/`x`', 'not a name': 1 },
      timeoutSec: 5,
      comment: 'c',
    };
    const hooks = {
      preToolUse: [
        { ...guard, matcher: 'bash|edit' },
        { exec: 'node', args: ['x.js'] },
      ],
      agentStop: [{ command: './x.sh', cwd: '.', timeout: 7 }],
    };
    expect(read(file, { version: 1, hooks })).toEqual([
      [
        'copilot',
        'PreToolUse',
        '(?:bash|edit)',
        { type: 'command', command: 'export A="$HOME/\\`x\\`"; ./x.sh', timeout: 5 },
        'tools',
      ],
      ['copilot', 'PreToolUse', undefined, { command: 'node', args: ['x.js'] }],
      ['copilot', 'agentStop', undefined, { command: './x.sh', timeout: 7 }],
    ]);
    expect(read(file, { hooks, disableAllHooks: true })).toEqual([]);
  });

  it('has Claude’s words for events in Claude’s spelling, also in groups', () => {
    const hooks = {
      PreToolUse: [{ type: 'command', command: './x.sh', matcher: '**' }],
      Stop: [{ hooks: [{ type: 'command', command: './y.sh' }] }],
      ErrorOccurred: [{ command: './z.sh' }],
    };
    expect(read(file, { hooks })).toEqual([
      ['vscode', 'PreToolUse', '*', { type: 'command', command: './x.sh' }],
      ['vscode', 'Stop', undefined, { type: 'command', command: './y.sh' }],
      ['vscode', 'StopFailure', undefined, { command: './z.sh' }],
    ]);
  });

  it('leaves out what no hook can do here', () => {
    const hooks = {
      sessionStart: [{ type: 'prompt', prompt: 'go' }],
      userPromptTransformed: [{ bash: './x.sh' }],
    };
    expect(read(file, { hooks })).toEqual([
      'hooks.sessionStart.0: no hook here can send a prompt in place of the user',
      'hooks.userPromptTransformed.0: no agent here sends userPromptTransformed',
    ]);
  });

  it('keeps a service, and the variables that it may have', () => {
    const hook = { type: 'http', url: 'https://x.example', headers: { A: 'b' }, allowedEnvVars: ['TOKEN'] };
    expect(read(file, { hooks: { postToolUse: [hook] } })).toEqual([
      [
        'copilot',
        'PostToolUse',
        undefined,
        { type: 'http', url: 'https://x.example', headers: { A: 'b' }, env: ['TOKEN'] },
      ],
    ]);
  });
});

describe('hooks of Codex', () => {
  it('have Claude’s shape; names are names, and the rest is searched for', () => {
    const hooks = {
      PreToolUse: [
        { matcher: 'apply_patch|Bash', hooks: [{ ...command, commandWindows: 'x.cmd', timeout: 5 }] },
        { matcher: '^mcp__', hooks: [{ ...command, command: 'sh $(git rev-parse --show-toplevel)/x.sh' }] },
      ],
      PreCompact: [{ matcher: 'manual', hooks: [command] }],
      SessionEnd: [{ matcher: '^other$', hooks: [command] }],
      Stop: [{ matcher: 'ignored', hooks: [command] }],
      state: {},
    };
    expect(read('/p/.codex/hooks.json', { hooks })).toEqual([
      ['codex', 'PreToolUse', 'apply_patch|Bash', { ...command, timeout: 5 }],
      ['codex', 'PreToolUse', '.*(?:^mcp__).*', { ...command, command: 'sh $HOOK_PROJECT_DIR/x.sh' }],
      ['codex', 'PreCompact', 'manual', command],
      ['codex', 'SessionEnd', '.*(?:^other$).*', command],
      ['codex', 'Stop', undefined, command],
    ]);
  });
});

describe('hooks of Qwen Code', () => {
  it('have seconds or milliseconds, variables, and a way to fail closed', () => {
    const hooks = {
      disabled: ['off'],
      PreToolUse: [
        {
          matcher: 'write_file | edit',
          sequential: true,
          hooks: [
            { ...command, timeout: 5000, failMode: 'closed', shell: 'bash' },
            { ...command, timeout: 5, env: { A: 'b c' } },
            { ...command, args: ['x'], env: { A: 'b' } },
            { ...command, name: 'off' },
            { ...command, shell: 'powershell' },
          ],
        },
      ],
      Stop: [{ matcher: 'ignored', hooks: [{ type: 'http', url: 'https://a.test', timeout: 2000 }] }],
      SessionDelete: [{ hooks: [command] }],
    };
    const matcher = '.*(?:write_file|edit).*';
    expect(read('/p/.qwen/settings.json', { hooks })).toEqual([
      ['qwen', 'PreToolUse', matcher, { ...command, timeout: '5000ms', onFailure: 'block' }],
      ['qwen', 'PreToolUse', matcher, { ...command, command: "export A='b c'; ./x.sh", timeout: 5 }],
      ['qwen', 'PreToolUse', matcher, { ...command, args: ['x'] }, '`env` has no effect beside `args`'],
      ['qwen', 'Stop', undefined, { type: 'http', url: 'https://a.test', timeout: 2000 }],
      'hooks.PreToolUse.0.hooks.4: it is a command for PowerShell',
      'hooks.SessionDelete.0.hooks.0: no agent here sends SessionDelete',
    ]);
  });
});
