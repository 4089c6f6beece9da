import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Integration, integrations, registrations } from '@hookmd/agents';
import { catalogue } from '@hookmd/core/errors';
import { type EventName, eventNames, eventRow } from '@hookmd/core/events';
import { foreignNames, protocols } from '@hookmd/core/protocols';
import {
  configRows,
  explainConfig,
  formatSettingKey,
  NO_CONFIG,
  notForProjects,
  parsePolicy,
  policyRows,
} from '@hookmd/core/settings';
import { HOOKMD_VERSION } from '@hookmd/core/system';
import { describe, expect, it } from 'vitest';
import { EXIT_CODES } from '../../packages/cli/src/command-line/parser.ts';
import { commands } from '../../packages/cli/src/command-line/table.ts';

const root = join(import.meta.dirname, '..', '..');

describe('the event catalogue', () => {
  it('has the 27 events of the pattern page and four of ours', () => {
    expect(eventNames).toHaveLength(31);
  });

  it('is what docs/reference/events.md says', async () => {
    await expect(eventPage()).toMatchFileSnapshot('../../docs/reference/events.md');
  });

  it('names a matcher subject that the event has', () => {
    for (const name of eventNames) {
      const { subject, output, fields } = eventRow(name);
      const known = Object.keys(fields).map((field) => field.replace('?', ''));
      for (const field of [subject, output]) if (field !== null) expect(known, name).toContain(field);
    }
  });
});

describe('the commands', () => {
  it('are what docs/reference/commands.md describes', async () => {
    await expect(await commandPage()).toMatchFileSnapshot('../../docs/reference/commands.md');
  });

  it('have descriptions of at most 60 characters, which start with a verb', () => {
    for (const [name, { about }] of Object.entries(commands))
      expect(about, name).toMatch(/^(?!shows |lists )[a-z]+ [^.]{1,55}$/);
  });
});

describe('the agents', () => {
  it('are what docs/reference/agents.md says', async () => {
    await expect(agentPage()).toMatchFileSnapshot('../../docs/reference/agents.md');
  });

  it.each(Object.values(integrations))('$name honours no more than an event permits', (agent) => {
    for (const event of eventNames) {
      const { permits } = eventRow(event);
      expect(
        agent.honours(event).filter((permit) => !permits.includes(permit)),
        event,
      ).toEqual([]);
    }
  });

  it.each(Object.values(integrations))('$name knows its own names', (agent) => {
    for (const event of eventNames.filter((name) => agent.supports(name)))
      expect(agent.eventOf(agent.nativeOf(event) ?? '')).toBe(event);
  });
});

describe('the vocabularies of manifests', () => {
  it('are disjoint', () => {
    const names = [...eventNames, ...foreignNames.map((row) => row.name)];
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('permit no more than the canonical event', () => {
    for (const { name, events, permits } of foreignNames) {
      if (permits === 'event') continue;
      const all = events.flatMap((event) => eventRow(event).permits);
      expect(
        permits.filter((permit) => !all.includes(permit)),
        name,
      ).toEqual([]);
    }
  });
});

describe('docs/protocols.md', () => {
  const page = readFileSync(join(root, 'docs', 'protocols.md'), 'utf8');

  it.each(Object.values(protocols))('says how a hook of $id blocks', ({ id, blocksBy }) => {
    expect(page.split('\n').find((line) => line.startsWith(`| \`${id}\` |`))).toContain(`| ${blocksBy} |`);
  });

  it('has every name of Kodelet and MicroClaw, and what it is', () => {
    for (const { name, vocabulary, events } of foreignNames.filter((row) => row.vocabulary !== 'openclaw'))
      expect(page, vocabulary).toContain(`| \`${name}\` | ${events.join(', ')} |`);
  });
});

describe('the error catalogue', () => {
  it('is what docs/reference/errors.md says', async () => {
    await expect(errorPage()).toMatchFileSnapshot('../../docs/reference/errors.md');
  });

  it.each(Object.entries(catalogue()))(
    '%s says what happened, and one thing to do about it',
    (_, { message, remedy }) => {
      expect(message.length).toBeGreaterThan(0);
      expect(remedy).toMatch(/^(\{\w+\}|[A-Z`])/);
    },
  );
});

describe('the table of settings', () => {
  it('is what docs/reference/config.md says', async () => {
    await expect(configPage()).toMatchFileSnapshot('../../docs/reference/config.md');
  });

  it('says of each setting what it is, as the page needs it', () => {
    for (const [key, { about, expected }] of Object.entries(configRows)) {
      expect(about, key).toMatch(/^[a-z][^|]*[^.]$/);
      expect(expected, key).toMatch(/^[^|]*[^.]$/);
    }
  });
});

describe('the table of the policy', () => {
  it('is what docs/reference/policy.md says', async () => {
    await expect(policyPage()).toMatchFileSnapshot('../../docs/reference/policy.md');
  });

  it('shows of each key a line that holds', () => {
    for (const [key, { example }] of Object.entries(policyRows))
      expect(parsePolicy(Buffer.from(example), '').issues, key).toEqual([]);
  });
});

describe('the packages', () => {
  it('have the version that the code says', () => {
    for (const name of readdirSync(join(root, 'packages'))) {
      const { version } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as {
        version: string;
      };
      expect(version, name).toBe(HOOKMD_VERSION);
    }
  });

  it('depend on nothing without a sentence in docs/decisions/dependencies.md', () => {
    const page = readFileSync(join(root, 'docs/decisions/dependencies.md'), 'utf8');
    const catalog = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
    const names = [...catalog.matchAll(/^ {2}["']?([@a-z][\w./@-]*?)["']?: \d/gm)].map(
      (match) => match[1] ?? '',
    );
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !name.startsWith('@types/') && !page.includes(`\`${name}\``))).toEqual([]);
  });
});

function agentPage(): string {
  const parts = Object.values(integrations).map((agent) => {
    const rows = eventNames.filter((event) => agent.supports(event)).map((event) => agentRow(agent, event));
    return `## ${agent.name}\n\n| event | its name | honours | waits |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# What agents honour\n\nGenerated from \`packages/agents\`; \`npx vitest run test/guards -u\` writes it. What stands in no row is dropped before the agent\nis answered, and said under \`dropped\`. [Events](events.md) says what the words mean.\n\n${parts.join('\n')}`;
}

function agentRow(agent: Integration, event: EventName): string {
  const name = `| ${event} | \`${agent.nativeOf(event)}\``;
  const why = registrations[agent.name]?.leftOut?.[event];
  if (why !== undefined) return `${name} | HookMD is not told: ${why} | – |`;
  const honoured = [...agent.honours(event), ...(agent.halts(event) ? ['halt'] : [])];
  const waits = `${(agent.budgetMs(event) ?? 0) / 1000} s`;
  return `${name} | ${honoured.join(', ') || 'observing only'} | ${waits} |`;
}

function eventPage(): string {
  const row = (name: EventName): string => {
    const { class: kind, about, fields, permits, subject } = eventRow(name);
    const listed = Object.keys(fields)
      .map((field) => `\`${field}\``)
      .join(', ');
    const rest = foreignNames
      .filter((foreignName) => foreignName.events.includes(name))
      .map((item) => `\`${item.name}\``);
    return `| \`${name}\` | ${kind} | ${about} | ${listed} | ${permits.join(', ') || 'observing'} | ${subject ?? '–'} | ${rest.join(', ') || '–'} |`;
  };
  return [
    '# Events',
    '',
    'Generated from `packages/core/src/events/events.ts` by its test; `hooks events NAME --schema` has the JSON Schema.',
    'A field with `?` may be absent.',
    '',
    '| event | class | when | fields | permits | matcher | also called |',
    '|---|---|---|---|---|---|---|',
    ...eventNames.map(row),
    '',
  ].join('\n');
}

function configPage(): string {
  const defaults = new Map(
    explainConfig({ managed: NO_CONFIG, user: NO_CONFIG, project: NO_CONFIG }).map(({ path, value }) => [
      formatSettingKey(path),
      `\`${String(value)}\``,
    ]),
  );
  const whyNot = (key: string): string | undefined =>
    Object.entries(notForProjects).find(([name]) => key === name || key.startsWith(`${name}.`))?.[1];
  const shownKey = (key: string): string => key.replaceAll('*', 'NAME');
  const rows = Object.entries(configRows).map(([key, { about, expected }]) => {
    const project = whyNot(key) === undefined ? 'yes' : `no: ${whyNot(key)}`;
    return `| \`${shownKey(key)}\` | ${about} | ${expected} | ${defaults.get(key) ?? '–'} | ${project} |`;
  });
  const examples = Object.values(configRows).map(({ example }) => example);
  return `# Settings

Generated from \`packages/core/src/config/keys.ts\` by its test.

A \`config.yaml\` stands in three places: \`/etc/hookmd\` (of the administrator), \`~/.hookmd\` (yours) and \`.hookmd\` of a project.
The administrator's comes before yours, key by key; a project's can only add or tighten. \`hooks config path\` names the files,
\`hooks config get\` shows what holds and whose file says it. An unknown key, a wrong value and what a project may not set are errors,
which every command shows; the rest of the file holds.

| setting | what it decides | must be | default | may a project set it? |
|---|---|---|---|---|
${rows.join('\n')}

The administrator and you may set all of them. [Prompt and agent hooks](../model-hooks.md) says what models are for.

\`\`\`yaml
${[...new Set(examples)].join('\n')}
\`\`\`

(One mapping each here; in a file a key stands once.)

## Changing one

\`\`\`sh
hooks config set hooks.concurrency 2                      # in ~/.hookmd/config.yaml
hooks config set allow.modify.Bash '[timeout]' --scope project
hooks config set package.notify.env.SLACK_URL -           # the value comes on standard input, or is typed unseen
hooks config set 'package."my.hook".mode' warn            # a name with a dot stands in double quotes
hooks config set package.notify --unset                   # away with one setting, or all of a section
\`\`\`

A value is read as YAML where the setting is a number, \`true\` or \`false\`, a list or a mapping, and taken as it stands where it is text.
\`--\` before a value that begins with a dash. The file keeps its comments, its order and its mode, and stays a link if it is one; spaces and indentation may change. Nothing is written unless the whole file is right before and afterwards. The change holds from the next event on, in every project.

Values of \`package.NAME.env\` may be secrets: no command shows them. \`config set\` refuses when an agent calls it.
`;
}

function errorPage(): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  return [
    '# Errors and warnings',
    '',
    'Generated from `packages/core/src/errors/*-rows.ts` by a test. Codes are permanent; sentences may improve.',
    '',
    '| code | severity | says | remedy |',
    '|---|---|---|---|',
    ...Object.entries(catalogue()).map(
      ([code, { severity, message, remedy }]) =>
        `| \`${code}\` | ${severity} | ${cell(message)} | ${cell(remedy)} |`,
    ),
    '',
  ].join('\n');
}

function policyPage(): string {
  const rows = Object.entries(policyRows).map(
    ([key, { about, expected }]) => `| \`${key}\` | ${about} | ${expected} |`,
  );
  const examples = Object.values(policyRows).map(({ example }) => example);
  return `# The managed policy

Generated from \`packages/core/src/policy/keys.ts\` by its test. What it is for: [security](../security.md#the-administrators-policy).

\`/etc/hookmd/policy.yaml\`, written by the administrator. It holds from the next event on, without any command. File, folder and every folder above
must belong to root and be writable by nobody else. A policy that is not, that cannot be read, or that has an unknown key or a wrong value, is not
followed in part: what hooks could block is blocked, with the reason, and only managed hooks run, until it is mended.

| key | what it asks | must be |
|---|---|---|
${rows.join('\n')}

\`\`\`yaml
${examples.join('\n')}
\`\`\`
`;
}

async function commandPage(): Promise<string> {
  const parts = Object.entries(commands).map(async ([name, { load }]) => {
    const { command } = await load();
    const options = command.options.map(({ flags, about }) => `| \`${cell(flags)}\` | ${cell(about)} |`);
    return [
      `## hooks ${name}`,
      '',
      command.about,
      '',
      '```text',
      `hooks ${name} ${command.usage} [options]`.replaceAll('  ', ' '),
      '```',
      '',
      ...(options.length === 0 ? [] : ['| option | effect |', '|---|---|', ...options, '']),
      ...(command.examples.length === 0 ? [] : ['Examples:', '', '```sh', ...command.examples, '```', '']),
    ].join('\n');
  });
  return [
    '# Commands',
    '',
    'Generated from the commands themselves by a test. `hooks NAME --help` prints the same, with the options that every command has.',
    '',
    '| command | what it does |',
    '|---|---|',
    ...Object.entries(commands).map(
      ([name, { about }]) => `| [\`hooks ${name}\`](#hooks-${name}) | ${about} |`,
    ),
    '',
    '## Exit codes',
    '',
    '```text',
    ...EXIT_CODES.split('\n').map((line) => line.trim()),
    '```',
    '',
    '`hooks run --agent NAME` uses the exit codes of that agent instead. For Claude Code, 0 is success, with or without JSON output, and 2 means blocked; for the other agents it is 0.',
    '',
    ...(await Promise.all(parts)),
  ].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
