import { describe, expect, it } from 'vitest';
import type { EventName } from '../events/events.ts';
import { permitsOn } from './events.ts';
import { parseManifest } from './parse.ts';

function read(front: string, files: readonly string[] = ['HOOK.md', 'handler.ts']) {
  return parseManifest(Buffer.from(`---\n${front}\n---\n# Docs\n`), {
    path: 'HOOK.md',
    directoryName: 'folder',
    files,
  });
}

const codes = (reading: ReturnType<typeof read>) =>
  reading.issues.map((issue) => `${issue.line}:${issue.column} ${issue.code}`);

describe('an OpenClaw manifest', () => {
  it('is read as people write it, in JSON that is almost YAML', () => {
    const front = [
      'name: session-memory',
      'description: "Save session context"',
      'homepage: https://docs.openclaw.ai/hooks#session-memory',
      'metadata:',
      '  {',
      '    "openclaw":',
      '      {',
      '        "emoji": "💾",',
      '        "events": ["command:new", "command:reset"],',
      '        "os": ["MacOS", "linux"],',
      '        "export": "default",',
      '        "requires": { "bins": ["git"], "anyBins": "a, b", "env": ["TOKEN"] },',
      '        "install": [{ "id": "bundled", "kind": "bundled" }],',
      '      },',
      '  }',
    ];
    const reading = read(front.join('\n'));
    expect(reading.issues).toEqual([]);
    expect(reading.manifest).toMatchObject({
      name: 'session-memory',
      protocol: 'openclaw',
      homepage: 'https://docs.openclaw.ai/hooks#session-memory',
      handler: { mode: 'handler', file: 'handler.ts' },
      events: [
        { name: 'command:new', events: ['SessionStart'] },
        { name: 'command:reset', events: ['SessionEnd'] },
      ],
      requires: { os: ['darwin', 'linux'], bins: ['git'], anyBins: ['a', 'b'], env: ['TOKEN'] },
      modify: {},
    });
    expect(reading.partial.events).toEqual(['command:new', 'command:reset']);
  });

  it('names the export that is called', () => {
    const of = (name: string) => read(`metadata: { openclaw: { events: [command:new], export: ${name} } }`);
    expect(of('onCommand').manifest?.handler).toEqual({
      mode: 'handler',
      file: 'handler.ts',
      exportName: 'onCommand',
    });
    expect(of('""').manifest?.handler).toEqual({ mode: 'handler', file: 'handler.ts' });
    expect(codes(of('[a]'))).toEqual(['2:56 MANIFEST_TYPE']);
  });

  it('may carry its older brand, and keys of its own at the top', () => {
    const reading = read(
      'emoji: x\nurl: https://example.com\nmetadata: { clawdbot: { events: "message:sent, message:received" } }',
    );
    expect(reading.issues).toEqual([]);
    expect(reading.manifest).toMatchObject({
      protocol: 'openclaw',
      homepage: 'https://example.com',
      events: [{ name: 'message:sent' }, { name: 'message:received' }],
    });
  });

  it('finds index.ts and index.js too', () => {
    const front = 'metadata: { openclaw: { events: [command:new] } }';
    expect(read(front, ['index.js', 'index.ts']).manifest?.handler).toEqual({
      mode: 'handler',
      file: 'index.ts',
    });
    expect(codes(read(front, ['handler.mts']))).toEqual(['2:1 MANIFEST_MISSING_KEY']);
  });

  it('subscribes to a whole family by its name', () => {
    const reading = read('metadata: { openclaw: { events: [command, session:compact:before] } }');
    expect(reading.issues).toEqual([]);
    expect(reading.manifest?.events).toEqual([
      { name: 'command', events: ['SessionStart', 'SessionEnd'] },
      { name: 'session:compact:before', events: ['PreCompact'] },
    ]);
  });

  it('permits what its names permit, by a family no more than by its events', () => {
    const of = (name: string, event: EventName) => {
      const events = read(`metadata: { openclaw: { events: ["${name}"] } }`).manifest?.events ?? [];
      return permitsOn(event, events);
    };
    expect(of('agent', 'SessionStart')).toEqual(['context']);
    expect(of('agent:bootstrap', 'SessionStart')).toEqual(['context']);
    expect(of('command', 'SessionStart')).toEqual([]);
    expect(of('message', 'UserPromptSubmit')).toEqual([]);
    expect(of('session', 'PreCompact')).toEqual([]);
  });

  it('warns of a name whose event is taken by another one, and not of a family', () => {
    const of = (events: string) => codes(read(`metadata: { openclaw: { events: [${events}] } }`));
    expect(of('agent:bootstrap, command:new')).toEqual(['2:51 MANIFEST_NO_EFFECT']);
    expect(of('command:reset, session:auto-reset')).toEqual(['2:49 MANIFEST_NO_EFFECT']);
    expect(of('command:reset, session')).toEqual([]);
    expect(of('command:reset, command:stop')).toEqual([]);
    expect(of('command, command:new')).toEqual([]);
  });

  it('keeps a name that OpenClaw never fires, and warns', () => {
    const reading = read(
      'metadata:\n  openclaw:\n    events: [command:new, command:nwe, session:compact, PreToolUse]',
    );
    expect(codes(reading)).toEqual([
      '4:27 MANIFEST_EVENT_SKIPPED',
      '4:40 MANIFEST_EVENT_SKIPPED',
      '4:57 MANIFEST_EVENT_SKIPPED',
    ]);
    expect(reading.issues[0]?.remedy).toContain('Did you mean "command:new"?');
    expect(reading.manifest?.events).toHaveLength(4);
    expect(reading.manifest?.events[3]).toEqual({ name: 'PreToolUse', events: [] });
  });

  it('is valid with a warning when nothing of it is ever fired', () => {
    for (const events of ['[]', '[gateway:shutdown]', '""']) {
      const reading = read(`metadata: { openclaw: { events: ${events} } }`);
      expect(reading.issues.map((issue) => issue.code)).toEqual(['MANIFEST_NEVER_DISPATCHED']);
      expect(reading.manifest).not.toBeNull();
    }
  });

  it('skips requirements, but not the platform, with `always`', () => {
    const front =
      'metadata: { openclaw: { events: [command:new], always: true, os: [linux], requires: { bins: [x] } } }';
    expect(read(front).manifest?.requires).toMatchObject({ os: ['linux'], bins: [] });
  });

  it('is told of what HookMD does not have', () => {
    const front =
      'metadata:\n  openclaw:\n    events: [command:new]\n    evnts: []\n    requires:\n      config: [workspace.dir]';
    expect(codes(read(front))).toEqual(['5:5 MANIFEST_UNKNOWN_KEY', '7:15 MANIFEST_NO_EFFECT']);
    expect(codes(read('metadata: { openclaw: { events: 5 } }'))).toEqual([
      '2:33 MANIFEST_TYPE',
      '2:33 MANIFEST_NEVER_DISPATCHED',
    ]);
  });

  it('is an ordinary manifest as soon as it has `events` of its own', () => {
    const reading = read(
      'events: [Stop]\ncommand: [x]\nmetadata: { openclaw: { events: [command:new], nonsense: 1 } }',
    );
    expect(reading.issues).toEqual([]);
    expect(reading.manifest).toMatchObject({ protocol: 'hookmd', events: [{ name: 'Stop' }] });
    expect(codes(read('metadata: { openclaw: {} }'))).toEqual(['2:1 MANIFEST_MISSING_KEY']);
  });
});

describe('a MicroClaw manifest', () => {
  it('of the shipped program is read with its settings', () => {
    const front = [
      'name: block-bash',
      'description: Block Bash tool usage',
      'events: [BeforeToolCall]',
      'command: "sh hook.sh"',
      'enabled: false',
      'timeout_ms: 1000',
      'priority: 50',
    ];
    const reading = read(front.join('\n'), ['HOOK.md', 'hook.sh']);
    expect(reading.issues).toEqual([]);
    expect(reading.manifest).toMatchObject({
      protocol: 'microclaw',
      handler: { mode: 'command', command: 'sh hook.sh', shell: true },
      enabled: false,
      timeoutMs: 1_000,
      priority: 50,
      events: [{ name: 'BeforeToolCall', events: ['PreToolUse'] }],
    });
  });

  it('of the RFC is read with its requirements', () => {
    const front =
      'events:\n  - BeforeLLMCall\n  - AfterToolCall\ncommand: ./handler.sh\ntimeout: 2\nrequires:\n  os: [linux]\n  bins: [jq]\n  env: [TOKEN]';
    const reading = read(front);
    expect(reading.issues).toEqual([]);
    expect(reading.manifest).toMatchObject({
      protocol: 'microclaw-rfc',
      timeoutMs: 2_000,
      requires: { bins: ['jq'] },
    });
  });
});
