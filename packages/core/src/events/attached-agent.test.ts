import { describe, expect, it } from 'vitest';
import { attachedAgent, attachedAgentOf } from './attached-agent.ts';

describe('a command line', () => {
  it.each([
    ['/home/me/.local/state/hookmd/bin/hooks-fire claude-code Stop', 'claude-code'],
    ['~/.local/state/hookmd/bin/hooks-fire codex Stop', 'codex'],
    ["'/moved here/bin/hooks-fire' gemini-cli BeforeTool", 'gemini-cli'],
    [
      '! test -x ~/.local/state/hookmd/bin/hooks-fire || ~/.local/state/hookmd/bin/hooks-fire qwen-code Stop',
      'qwen-code',
    ],
    ['hooks run --agent claude-code', 'claude-code'],
    ['hookmd run --agent claude-code', 'claude-code'],
    ['/usr/local/bin/hooks run --agent=codex PreToolUse', 'codex'],
    ['node /opt/hookmd/dist/hooks.cjs run --agent claude-code', 'claude-code'],
    ['npx -y hookmd@1 run --agent claude-code', 'claude-code'],
    ['/usr/bin/env -u NODE_OPTIONS /usr/bin/node /usr/bin/hooks run Stop --agent codex', 'codex'],
  ])('fires events for an agent: %s', (command, agent) => {
    expect(attachedAgent(command)).toBe(agent);
  });

  it.each([
    'sh ./x.sh hooks run --agent claude-code',
    'docker run --agent claude-code',
    'env HOOKMD_LOG=1 hooks run --agent claude-code',
    'hooks run PreToolUse',
    'hooks list --agent claude-code',
    'hooks run --agent claude-code; guard',
    'hooks run --agent claude-code > log',
    'hooks run --agent claude-code\nguard',
    '/s/bin/hooks-fire claude-code Stop; guard',
    '/s/bin/hooks-fire claude-code Stop more',
    '/s/bin/hooks-fire',
    './my-hooks-fire claude-code Stop',
    "echo '",
    '',
  ])("is its author's: %j", (command) => {
    expect(attachedAgent(command)).toBeNull();
  });
});

it("a hook of a settings file is HookMD's only where its command is started", () => {
  const command = '/s/bin/hooks-fire claude-code Stop';
  expect(attachedAgentOf({ command })).toBe('claude-code');
  expect(attachedAgentOf({ type: 'command', command })).toBe('claude-code');
  for (const item of [{ type: 'prompt', command }, { type: null, command }, { command: 3 }, {}])
    expect(attachedAgentOf(item)).toBeNull();
});
