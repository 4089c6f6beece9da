import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readHookLog } from '../support/hook-log.ts';
import { type HookSpec, type Json, writeHook, writeText } from '../support/hook-package.ts';
import { CLI, runHooks } from '../support/run-hooks.ts';
import { makeScratch, type Scratch } from '../support/scratch.ts';

/** One way in which a hook that its owner counts on does not run. */
interface Way {
  /** How it comes about, as the subject of a sentence. */
  readonly when: string;
  /** Files to begin with; the hook that is asked about is `guard` unless `asks` says otherwise. */
  readonly hooks: readonly HookSpec[];
  /** `hooks …` before the failure. Default: `guard` is enabled. */
  readonly before?: readonly string[];
  readonly breaks?: (scratch: Scratch) => void;
  readonly env?: Readonly<Record<string, string>>;
  readonly asks?: string;

  /** The first reason. */
  readonly code: string;
  readonly says: RegExp;
  /** Held by the remedies of both commands. */
  readonly remedy: RegExp;

  /** What a person does who follows the remedy: where it is a command, its own words. */
  readonly mend: (scratch: Scratch, remedies: string) => Promise<void> | void;
  readonly event?: string;
  readonly payload?: Json;
  /** Mended, it runs with this in the environment. */
  readonly mendedEnv?: Readonly<Record<string, string>>;
}

const packageDir = ({ home }: Scratch, name = 'guard'): string => join(home, '.hookmd', 'hooks', name);

/** Writes the package anew, as its author would correct it, and follows `hooks approve`. */
const correct =
  (spec: Omit<HookSpec, 'name'>, name = 'guard'): Way['mend'] =>
  async (scratch) => {
    writeHook(scratch, { name, ...spec }, 'PreToolUse');
    const enabled = await runHooks(scratch, ['enable', name, '--yes']);
    expect(enabled.exit, enabled.stderr).toBe(0);
  };

/** Every `hooks …` and `chmod …` that the remedies name, in their order. */
const follow: Way['mend'] = async (scratch, remedies) => {
  const commands = [...remedies.matchAll(/`(hooks [^`]+)`|`(chmod [^`]+)`/g)];
  expect(commands.length).toBeGreaterThan(0);
  for (const [, hookmds, item] of commands) {
    if (hookmds !== undefined) {
      const words = hookmds.split(' ').slice(1);
      const output = ['enable', 'approve'].includes(words[0] ?? '') ? ['--yes'] : [];
      const { exit, stderr } = await runHooks(scratch, [...words, ...output]);
      expect(exit, stderr).toBeLessThan(2);
    } else {
      expect(spawnSync('sh', ['-c', item ?? '']).status).toBe(0);
    }
  }
};

const exitOne = '#!/bin/sh\n. "$HOOK_DIR/log.sh"\nexit 1\n';

const ways: readonly Way[] = [
  {
    when: 'a typo in an event name',
    hooks: [{ name: 'guard', front: { events: ['PreToolUs'] } }],
    before: [],
    code: 'MANIFEST_UNKNOWN_EVENT',
    says: /"PreToolUs" is not an event/,
    remedy: /Did you mean "PreToolUse"\?.*`hooks events`/,
    mend: correct({}),
  },
  {
    when: 'a typo in one of two event names',
    hooks: [{ name: 'guard', front: { events: ['PreToolUs', 'Stop'] } }],
    code: 'MANIFEST_EVENT_SKIPPED',
    says: /"PreToolUs" is not an event, so the hook will not run/,
    remedy: /Did you mean "PreToolUse"\?/,
    mend: correct({ front: { events: ['PreToolUse', 'Stop'] } }),
  },
  {
    // One character nearer it is a typo, and not approved at all.
    when: 'a matcher that matches nothing',
    hooks: [{ name: 'guard', front: { matcher: 'WebFtc' } }],
    code: 'MATCHER_MATCHES_NOTHING',
    says: /`matcher` "WebFtc" matches no known tool/,
    remedy: /Did you mean "WebFetch"\?/,
    mend: correct({ front: { matcher: 'WebFetch' } }),
    payload: { tool_name: 'WebFetch', tool_input: { url: 'https://example.com' } },
  },
  {
    when: 'a matcher with a comma between two tools',
    hooks: [{ name: 'guard', front: { matcher: 'Read|Bash, Write' } }],
    code: 'MATCHER_MATCHES_NOTHING',
    says: /`matcher` "Bash, Write" matches no known tool/,
    remedy: /Join names by `\|`: `Bash\|Write`/,
    mend: correct({ front: { matcher: 'Read|Bash|Write' } }),
  },
  {
    when: 'a condition on a tool that no agent has',
    hooks: [{ name: 'guard', front: { if: 'Shellly(ls*)' } }],
    code: 'MATCHER_MATCHES_NOTHING',
    says: /`if` "Shellly" matches no known tool/,
    remedy: /Did you mean "shell"\?/,
    mend: correct({ front: { if: 'shell(ls*)' } }),
  },
  {
    when: 'a condition copied from permission rules of another system',
    hooks: [{ name: 'guard', front: { if: 'Bash(ls:*)' } }],
    code: 'CONDITION_OF_ANOTHER_SYSTEM',
    says: /`if` "Bash\(ls:\*\)" uses the permission rule syntax of another system/,
    remedy: /Write `Bash\(ls\*\)`/,
    mend: correct({ front: { if: 'Bash(ls*)' } }),
  },
  {
    when: 'a matcher and a condition that cannot be used together',
    hooks: [{ name: 'guard', front: { matcher: 'Write', if: 'Bash(ls*)' } }],
    code: 'MATCHER_EXCLUDES_CONDITION',
    says: /"Write" and `if` "Bash\(ls\*\)" are about different tools/,
    remedy: /remove `matcher`/,
    mend: correct({ front: { if: 'Bash(ls*)' } }),
  },
  {
    when: 'a missing exec bit',
    hooks: [
      { name: 'guard', files: { 'handler.sh': { text: '#!/bin/sh\n. "$HOOK_DIR/log.sh"\n', mode: 0o644 } } },
    ],
    code: 'HANDLER_NOT_RUNNABLE',
    says: /handler\.sh is not executable/,
    remedy: /Run `chmod \+x \S+handler\.sh`\. Then run `hooks approve guard`/,
    mend: follow,
  },
  {
    when: 'an interpreter that is not there',
    hooks: [
      {
        name: 'guard',
        files: { 'handler.sh': { text: '#!/usr/bin/env pithon3\nprint()\n', mode: 0o755 } },
      },
    ],
    code: 'HANDLER_NOT_RUNNABLE',
    says: /names "pithon3", which is not on your PATH/,
    remedy: /Install pithon3, or correct the first line of \S+handler\.sh\. Then run `hooks approve guard`/,
    async mend(scratch, remedies) {
      const text = '#!/bin/sh\n. "$HOOK_DIR/log.sh"\n';
      writeText(join(packageDir(scratch), 'handler.sh'), { text, mode: 0o755 });
      await follow(scratch, remedies);
    },
  },
  {
    when: 'a required variable that is not set',
    hooks: [{ name: 'guard', front: { requires: { env: ['GUARD_TOKEN'] } } }],
    code: 'ELIGIBILITY_ENV',
    says: /GUARD_TOKEN is not set/,
    remedy: /Run `export GUARD_TOKEN=…`/,
    mend: () => {},
    mendedEnv: { GUARD_TOKEN: 'x' },
  },
  {
    when: 'being disabled by the record of this project',
    hooks: [{ name: 'guard' }],
    before: ['enable guard --yes', 'disable guard --here'],
    code: 'DISABLED',
    says: /it is disabled in this project/,
    remedy: /Run `hooks enable guard --here`/,
    mend: follow,
  },
  {
    when: "being disabled by the user's record",
    hooks: [{ name: 'guard' }],
    before: ['enable guard --yes', 'disable guard'],
    code: 'DISABLED',
    says: /it is disabled in every project/,
    remedy: /Run `hooks enable guard`\./,
    mend: follow,
  },
  {
    when: 'having a name conflict with another package of its name',
    hooks: [
      { name: 'a-guard', front: { name: 'guard' } },
      { name: 'other', front: { name: 'guard' } },
    ],
    asks: 'other',
    code: 'NAME_CONFLICT',
    says: /"guard" is used by \S+a-guard, so this hook does not run/,
    remedy: /Give one of them another name/,
    mend: correct({ front: { name: 'other' } }, 'other'),
  },
  {
    when: 'a change since the approval',
    hooks: [{ name: 'guard', files: { 'handler.sh': { text: '#!/bin/sh\n', mode: 0o755 } } }],
    breaks: (scratch) => writeHook(scratch, { name: 'guard' }, 'PreToolUse'),
    code: 'CHANGED',
    says: /it changed since you approved it/,
    remedy: /`hooks diff guard`, then `hooks approve guard`/,
    mend: follow,
  },
  {
    when: "an event's name in another system's words",
    hooks: [{ name: 'guard', front: { events: ['before_tool_call'], protocol: 'hookmd' } }],
    code: 'EVENT_OF_ANOTHER_SYSTEM',
    says: /"before_tool_call" is an event name of kodelet, but `protocol` is hookmd/,
    remedy: /Write PreToolUse under `events`, or set `protocol: kodelet`/,
    mend: correct({ front: { events: ['PreToolUse'], protocol: 'hookmd' } }),
  },
  {
    when: 'event names of two systems at once',
    hooks: [{ name: 'guard', front: { events: ['before_tool_call', 'Stop'] } }],
    before: [],
    code: 'MANIFEST_MIXED_VOCABULARY',
    says: /kodelet \(before_tool_call\) and canonical \(Stop\)/,
    remedy: /Use the event names of one system/,
    mend: correct({ front: { events: ['PreToolUse', 'Stop'] } }),
  },
  {
    when: "the shape of an agent's settings in the manifest",
    hooks: [
      {
        name: 'guard',
        manifest:
          '---\nname: guard\nhooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks: [{ type: command, command: ./handler.sh }]\n---\n',
      },
    ],
    before: [],
    code: 'MANIFEST_FOREIGN_KEY',
    says: /`hooks` is a key of an agent's settings file/,
    remedy: /Write `events: \[PreToolUse\]` and `command: \.\/handler\.sh`/,
    mend: correct({ manifest: '---\nevents: [PreToolUse]\ncommand: ./handler.sh\nenv: [LOG]\n---\n' }),
  },
  {
    when: "Kodelet's answer in a hook of ours",
    hooks: [{ name: 'guard', prints: { blocked: true, reason: 'no' } }],
    code: 'OUTPUT_OF_ANOTHER_SYSTEM',
    says: /`"blocked": true` is output for Kodelet/,
    remedy: /Print `\{"decision":"block","reason":"…"\}`, or set `protocol: kodelet`/,
    mend: correct({ prints: { decision: 'block', reason: 'no' } }),
  },
  {
    when: "MicroClaw's exit 1 to block",
    hooks: [{ name: 'guard', files: { 'handler.sh': { text: exitOne, mode: 0o755 } } }],
    code: 'EXIT_ONE_DOES_NOT_BLOCK',
    says: /`exit 1` does not block with protocol hookmd/,
    remedy: /Exit with 2 to block, or set `onFailure: block`/,
    mend: correct({ files: { 'handler.sh': { text: exitOne.replace('exit 1', 'exit 2'), mode: 0o755 } } }),
  },
  {
    when: 'an event that no agent fires',
    hooks: [{ name: 'guard', front: { events: ['TurnEnd'] } }],
    code: 'EVENT_NEVER_DISPATCHED',
    says: /No supported agent sends TurnEnd/,
    remedy: /`hooks events` shows which/,
    mend: correct({ front: { events: ['Stop'] } }),
    event: 'Stop',
    payload: {},
  },
  {
    when: 'an event of which the agent that fires it is never made to tell',
    hooks: [{ name: 'guard', front: { events: ['WorktreeCreate'] } }],
    code: 'EVENT_NEVER_DISPATCHED',
    says: /sends WorktreeCreate for HookMD \(not claude-code: a hook of it creates the worktree/,
    remedy: /`hooks events` shows which/,
    mend: correct({ front: { events: ['Stop'] } }),
    event: 'Stop',
    payload: {},
  },
];

let scratch: Scratch;

beforeEach(() => {
  scratch = makeScratch();
});

afterEach(() => {
  chmodSync(scratch.dir, 0o700);
  scratch.remove();
});

describe('a hook that does not run by', () => {
  it.each(ways)('$when is explained by `info` and `doctor`, and runs once mended', async (way) => {
    await breakIt(way);
    const { asks: prompts = 'guard' } = way;

    const [info, infoJson, doctor, doctorJson] = await Promise.all([
      runHooks(scratch, ['info', prompts]),
      runHooks(scratch, ['info', prompts, '--json']).then(({ stdout }) => JSON.parse(stdout)),
      runHooks(scratch, ['doctor']),
      runHooks(scratch, ['doctor', '--json']).then(({ stdout }) => JSON.parse(stdout)),
    ]);
    expect(firstReason(info.stdout)).toMatch(way.says);
    expect(info.stdout).toMatch(way.remedy);
    expect(infoJson.reasons[0]).toMatchObject({ code: way.code });
    expect(infoJson.reasons[0].message).toMatch(way.says);
    expect(infoJson.reasons[0].remedy).toMatch(way.remedy);
    expect(firstFinding(doctor.stdout)).toMatch(way.says);
    expect(doctor.stdout).toMatch(way.remedy);
    expect(doctorJson.findings[0]).toMatchObject({ code: way.code, hook: 'user/guard' });
    expect(doctorJson.findings[0].remedy).toMatch(way.remedy);

    const remedies = infoJson.reasons.map(({ remedy }: { remedy: string }) => remedy).join('\n');
    await way.mend(scratch, remedies);
    rmSync(join(scratch.log, 'runs'), { force: true });
    await runHooks(scratch, ['run', way.event ?? 'PreToolUse', '--json'], {
      stdin: JSON.stringify(way.payload ?? { tool_name: 'Bash', tool_input: { command: 'ls' } }),
      env: way.mendedEnv ?? {},
    });
    const { runs } = readHookLog(scratch.log);
    expect(runs.map(({ name }) => name)).toContain(prompts);
    const again = JSON.parse(
      (await runHooks(scratch, ['info', prompts, '--json'], { env: way.mendedEnv ?? {} })).stdout,
    );
    expect(again).toMatchObject({ state: 'ready', reasons: [] });
  });
});

/** In a home whose agent is attached, so that nothing else keeps hooks from running. */
async function breakIt({ hooks, before = ['enable guard --yes'], breaks }: Way): Promise<void> {
  const command = `${process.execPath} ${CLI} run --agent claude-code`;
  const entry = [{ hooks: [{ type: 'command', command }] }];
  const settings = { hooks: { PreToolUse: entry, Stop: entry } };
  writeText(join(scratch.home, '.claude', 'settings.json'), { text: JSON.stringify(settings) });
  for (const hook of hooks) writeHook(scratch, hook, 'PreToolUse');
  for (const words of before) {
    const { exit, stderr } = await runHooks(scratch, words.split(' '));
    expect(exit, stderr).toBe(0);
  }
  breaks?.(scratch);
}

/** The first line under "Why" that has no tick. */
function firstReason(text: string): string {
  const why = text.slice(text.indexOf('\n  Why\n'));
  return why.split('\n').find((line) => /^ {4}✗/.test(line)) ?? '(none)';
}

/** The first finding, place and sentences. */
function firstFinding(text: string): string {
  return text.split('\n\n')[0] ?? '(none)';
}
