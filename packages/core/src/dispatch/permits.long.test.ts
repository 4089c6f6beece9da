/** Every event and everything an answer can do: it has its effect where the event permits it, else it is refused or dropped, and said. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { resolvePlaces } from '../discovery/places.ts';
import type { Decision } from '../events/decision.ts';
import { type EventName, eventNames, eventRow, type Permit } from '../events/events.ts';
import { isFailed } from '../events/outcome.ts';
import { claude } from '../protocols/claude/claude.ts';
import { localHost, openRuntime } from '../runtime/open-runtime.ts';
import type { Host } from './request.ts';

interface Kind {
  readonly permit: Permit;
  readonly answer: object;
  /** What its manifest must say beside `modify`. */
  readonly front?: object;
  /** Of `modify`; absent = it needs none. */
  readonly modify?: string | readonly string[];
  readonly effect: (decision: Decision) => unknown;
  readonly expected: unknown;
  /** Where the same words have another meaning. */
  readonly exceptOn?: readonly string[];
}

const specific = (fields: object): object => ({ hookSpecificOutput: fields });
const message = { role: 'user', content: 'summary' } as const;

const kinds: readonly Kind[] = [
  {
    permit: 'block',
    answer: { decision: 'block', reason: 'no' },
    effect: ({ decision, reason }) => [decision, reason],
    expected: ['block', 'no'],
    exceptOn: ['after', 'stop'],
  },
  {
    permit: 'feedback',
    answer: { decision: 'block', reason: 'no' },
    effect: ({ feedback }) => feedback,
    expected: ['no'],
    exceptOn: ['before', 'stop', 'notification'],
  },
  {
    permit: 'followUp',
    answer: { decision: 'block', reason: 'go on' },
    effect: ({ followUps }) => followUps,
    expected: ['go on'],
    exceptOn: ['before', 'after', 'notification'],
  },
  {
    permit: 'followUp',
    answer: { followUps: ['go on'] },
    effect: ({ followUps }) => followUps,
    expected: ['go on'],
  },
  {
    permit: 'ask',
    answer: specific({ permissionDecision: 'ask' }),
    effect: ({ decision }) => decision,
    expected: 'ask',
    exceptOn: ['PermissionRequest'], // the user is being asked already
  },
  {
    permit: 'preApprove',
    answer: { decision: 'allow' },
    front: { preApprove: true },
    effect: ({ decision }) => decision,
    expected: 'allow',
  },
  {
    permit: 'input',
    answer: { decision: 'allow', ...specific({ updatedInput: { command: 'ls -l' } }) },
    front: { preApprove: true },
    modify: ['command'],
    effect: ({ input, changed }) => [input, changed],
    expected: [{ command: 'ls -l' }, ['command']],
  },
  {
    permit: 'tools',
    answer: specific({ updatedInput: { tools: ['Read'] } }),
    modify: 'tools',
    effect: ({ tools, changed }) => [tools, changed],
    expected: [['Read'], ['tools']],
    exceptOn: ['PreToolUse', 'PermissionRequest'],
  },
  {
    permit: 'output',
    answer: specific({ updatedToolOutput: 'k=[redacted]' }),
    modify: 'redact',
    effect: ({ output }) => output,
    expected: 'k=[redacted]',
  },
  {
    permit: 'output',
    answer: specific({ updatedToolOutput: 'other' }),
    modify: 'output',
    effect: ({ output }) => output,
    expected: 'other',
  },
  {
    permit: 'context',
    answer: specific({ additionalContext: 'on main' }),
    effect: ({ context }) => context,
    expected: ['on main'],
    exceptOn: ['stop'], // there it sends the agent back to work
  },
  {
    permit: 'followUp',
    answer: specific({ additionalContext: 'on main' }),
    effect: ({ followUps }) => followUps,
    expected: ['on main'],
    exceptOn: ['before', 'after', 'notification'],
  },
  {
    permit: 'replace',
    answer: { messages: [message] },
    modify: 'messages',
    effect: ({ messages }) => messages,
    expected: [message],
  },
  {
    permit: 'replace',
    answer: { callback: 'compact', callbackArgs: { keep: '3' } },
    modify: 'messages',
    effect: ({ callback }) => callback,
    expected: { name: 'compact', args: { keep: '3' } },
  },
  {
    permit: 'hint',
    answer: specific({ hint: 'be careful' }),
    modify: 'hint',
    effect: ({ hints, messages }) => [hints, messages?.at(-1)],
    expected: [['be careful'], { role: 'user', content: 'be careful' }],
  },
  {
    permit: 'hint',
    answer: specific({ redact: ['token'] }),
    modify: 'redact',
    effect: ({ messages }) => messages,
    expected: [{ role: 'user', content: 'hi', token: '[redacted]' }],
  },
];

const payload = {
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_response: 'k=s3cret',
  error: 'k=s3cret',
  response: 'k=s3cret',
  content: 'k=s3cret',
  delta: 'k=s3cret',
  messages: [{ role: 'user', content: 'hi', token: 's3cret' }],
  tools: ['Bash', 'Read'],
} as const;

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'hookmd-permits-')));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let count = 0;

async function fire(event: EventName, kind: Kind, isDeclared: boolean, host: Host): Promise<Decision> {
  const dir = join(scratch, String(count++));
  const home = join(dir, 'home');
  const hook = join(home, '.hookmd', 'hooks', 'hook');
  mkdirSync(hook, { recursive: true });
  mkdirSync(join(dir, 'project', '.git'), { recursive: true });
  const modify = isDeclared && kind.modify !== undefined ? { modify: { [event]: kind.modify } } : {};
  const front = { events: [event], command: './handler.sh', ...(isDeclared ? kind.front : {}), ...modify };
  writeFileSync(join(hook, 'HOOK.md'), `---\n${JSON.stringify(front)}\n---\n`);
  writeFileSync(join(hook, 'handler.sh'), `#!/bin/sh\necho '${JSON.stringify(kind.answer)}'\n`);
  chmodSync(join(hook, 'handler.sh'), 0o755);
  const environment = { PATH: process.env['PATH'] };
  const cwd = join(dir, 'project');
  const hooks = await openRuntime({
    places: resolvePlaces({ home, cwd, environment }),
    host,
    environment,
    cwd,
    trust: 'all',
  });
  const { decision } = await hooks.dispatch(event, payload);
  await hooks.close();
  return decision;
}

/** It did nothing, and somebody can read why. */
function expectRefusal(decision: Decision, kind: Kind): void {
  const run = decision.hooks.find(({ name }) => name === 'hook');
  expect(kind.effect(decision)).not.toEqual(kind.expected);
  const output = [...decision.dropped, ...(run !== undefined && isFailed(run) ? [run.reason] : [])];
  expect(output.length, `nothing was said: ${JSON.stringify(run)}`).toBeGreaterThan(0);
}

const everything = localHost(claude);
const nothing: Host = { ...everything, honours: () => [] };

describe.each(eventNames)('%s', (event) => {
  const { permits, kind: eventKind } = eventRow(event);
  const meant = kinds.filter(
    ({ exceptOn = [] }) => !exceptOn.includes(eventKind) && !exceptOn.includes(event),
  );
  for (const kind of meant) {
    const message = `${kind.permit} by ${JSON.stringify(kind.answer)}`;
    if (!permits.includes(kind.permit)) {
      it(`refuses or drops ${message}`, { timeout: 60_000 }, async () => {
        expectRefusal(await fire(event, kind, false, everything), kind);
      });
      continue;
    }
    it(`honours ${message}`, { timeout: 60_000 }, async () => {
      const decision = await fire(event, kind, true, everything);
      expect(kind.effect(decision)).toEqual(kind.expected);
      expect(decision.dropped).toEqual([]);
    });
    it(`drops ${message} where the agent cannot honour it`, { timeout: 60_000 }, async () => {
      expectRefusal(await fire(event, kind, true, nothing), kind);
    });
    if (kind.modify !== undefined || kind.front !== undefined) {
      it(`refuses ${message} of a hook that does not declare it`, { timeout: 60_000 }, async () => {
        expectRefusal(await fire(event, kind, false, everything), kind);
      });
    }
  }
});
