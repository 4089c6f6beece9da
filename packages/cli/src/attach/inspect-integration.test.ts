import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { agentNames, integrations, registrations } from '@hookmd/agents';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeScratch, type Scratch } from '../../../../test/support/scratch.ts';
import { type Inspection, inspectIntegration } from './inspect-integration.ts';
import { eventsToReport, personalScopes, registrationFiles } from './registration-files.ts';

const made: Scratch[] = [];
let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
  made.push(scratch);
});
afterAll(() => {
  for (const scratch of made) scratch.remove();
});

const places = (environment: Record<string, string> | null = {}) => ({
  home: scratch.home,
  projectDir: scratch.project,
  stateDir: scratch.state,
  environment,
});
const nobody = new Set<never>();
const inspect = (agent: string, environment: Record<string, string> | null = {}): Inspection =>
  inspectIntegration(agent, nobody, places(environment));

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** All that an agent needs, as plainly as it can be written. */
function attachPlainly(agent: string, scope: 'user' | 'project' | 'shared'): void {
  for (const file of registrationFiles(agent, scope, eventsToReport(agent, nobody), places())) {
    const document: Record<string, unknown> = {};
    if (file.kind === 'document')
      for (const part of file.parts) {
        let at = document;
        for (const key of part.at.slice(0, -1)) {
          at[key] ??= {};
          at = at[key] as Record<string, unknown>;
        }
        const last = part.at.at(-1) ?? '';
        if (part.kind === 'key') at[last] = part.value;
        else if (part.kind === 'hook' || !part.onlyThere)
          at[last] = [...((at[last] as unknown[]) ?? []), part.value];
      }
    write(file.path, file.kind === 'file' ? file.text : JSON.stringify(document));
  }
}

const cases = agentNames.flatMap((agent) =>
  personalScopes
    .filter((scope) => registrations[agent]?.directories[scope] !== undefined)
    .map((scope) => [agent, scope] as const),
);

describe('what is found of an attachment', () => {
  it.each(agentNames)('%s: nothing, where nothing is', (agent) => {
    const found = inspect(agent);
    expect(found).toMatchObject({ events: [], missing: [], needs: [] });
    expect(found.scopes.flatMap(({ files }) => files).every(({ isThere }) => !isThere)).toBe(true);
  });

  it.each(cases)('%s: every event, where all stands in the files of the scope %s', (agent, scope) => {
    attachPlainly(agent, scope);
    const found = inspect(agent);
    expect(found.events).toEqual(eventsToReport(agent, nobody));
    expect(found.missing).toEqual([]);
    expect(
      found.scopes.filter(({ events }) => events.length > 0).map((inspectedScope) => inspectedScope.scope),
    ).toEqual([scope]);
  });

  it('what a hook waits for and nobody tells of is missing', () => {
    attachPlainly('gemini-cli', 'user');
    const { missing } = inspectIntegration('gemini-cli', new Set(['PreModelCall']), places());
    expect(missing).toEqual(['PreModelCall']);
  });

  it('entries that were written by hand are ours too', () => {
    const command = "'/usr/local/bin/hooks' run --agent claude-code";
    const hooks = {
      PreToolUse: [
        {
          hooks: [
            { type: 'command', command: 'x' },
            { type: 'command', command },
          ],
        },
      ],
    };
    write(`${scratch.home}/.claude/settings.json`, JSON.stringify({ hooks }));
    const { events, scopes } = inspect('claude-code');
    expect(events).toEqual(['PreToolUse']);
    expect(scopes[0]?.files[0]?.entries).toEqual([{ event: 'PreToolUse', command }]);
  });

  it('a variable moves the folder of the user, and of nobody else', () => {
    const elsewhere = `${scratch.dir}/elsewhere`;
    const pathsOf = (environment: Record<string, string> | null) =>
      inspect('codex', environment).scopes.map(({ files }) => files[0]?.path);
    expect(pathsOf({ CODEX_HOME: elsewhere })).toEqual([
      `${elsewhere}/hooks.json`,
      `${scratch.project}/.codex/hooks.json`,
      '/etc/codex/hooks.json',
    ]);
    expect(pathsOf({ CODEX_HOME: 'relative' })[0]).toBe(`${scratch.home}/.codex/hooks.json`);
    expect(pathsOf(null)[0]).toBe(`${scratch.home}/.codex/hooks.json`);
  });

  it.each([
    ['no value', '{"hooks": ', 'a value is missing, or a comma too many (line 1, column 11)'],
    ['two documents', '{}\n  {}', 'something follows the end of the document (line 2, column 3)'],
    ['an abyss', '['.repeat(50_000), 'it is nested too deeply (line 1, column 1)'],
    ['not a string', '\xff', 'it is not text in UTF-8'],
  ])('%s is said to be unreadable', (_, text, problem) => {
    mkdirSync(`${scratch.home}/.claude`);
    writeFileSync(`${scratch.home}/.claude/settings.json`, Buffer.from(text, 'latin1'));
    expect(inspect('claude-code').scopes[0]?.files[0]).toMatchObject({ isThere: true, problem });
  });

  it('half a plugin tells of nothing', () => {
    attachPlainly('openclaw', 'user');
    write(`${scratch.home}/.openclaw/openclaw.json`, '{"plugins": {"load": {"paths": []}}}');
    expect(inspect('openclaw').events).toEqual([]);
  });

  it('what Codex trusts is looked for where it writes it', () => {
    attachPlainly('codex', 'user');
    expect(inspect('codex').needs[0]?.isMet).toBe(false);
    const key = `${scratch.home}/.codex/hooks.json:pre_tool_use:0:0`;
    write(`${scratch.home}/.codex/config.toml`, `[hooks.state."${key}"]\ntrusted_hash = "x"\n`);
    expect(inspect('codex').needs[0]?.isMet).toBeNull();
  });
});

it('every agent that is attached has a registration', () => {
  expect(cases.map(([agent]) => agent).filter((name, at, all) => all.indexOf(name) === at)).toEqual(
    Object.keys(integrations),
  );
});
