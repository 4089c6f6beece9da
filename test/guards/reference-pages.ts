/** The pages of docs/reference that are written from the tables of the code; catalogues.test.ts compares them. */
import { type Integration, integrations, registrations } from '@hookmd/agents';
import { type EventName, eventNames, eventRow, type Permit } from '@hookmd/core/events';
import { foreignNames, outputJsonSchema } from '@hookmd/core/protocols';
import {
  configRows,
  explainConfig,
  formatSettingKey,
  NO_CONFIG,
  notForProjects,
  policyRows,
} from '@hookmd/core/settings';
import { fixture } from '@hookmd/sdk/testing';
import type { OptionRow } from '../../packages/cli/src/command-line/command.ts';
import { commonOptions, EXIT_CODES } from '../../packages/cli/src/command-line/parser.ts';
import { aliases, commands } from '../../packages/cli/src/command-line/table.ts';
import { approvalRows } from '../../packages/core/src/errors/approval-rows.ts';
import { callRows } from '../../packages/core/src/errors/call-rows.ts';
import type { CatalogueRow } from '../../packages/core/src/errors/catalogue.ts';
import { commandRows } from '../../packages/core/src/errors/command-rows.ts';
import { doctorRows } from '../../packages/core/src/errors/doctor-rows.ts';
import { fetchRows } from '../../packages/core/src/errors/fetch-rows.ts';
import { hookRows } from '../../packages/core/src/errors/hook-rows.ts';
import { installRows } from '../../packages/core/src/errors/install-rows.ts';
import { manifestRows } from '../../packages/core/src/errors/manifest-rows.ts';
import { recordRows } from '../../packages/core/src/errors/record-rows.ts';
import { settingsRows } from '../../packages/core/src/errors/settings-rows.ts';
import { schemaProblems } from '../support/json-schema.ts';

/** One thing a hook can return, with the declaration that it needs in the manifest. */
interface ReturnRow {
  readonly effect: string;
  readonly needs?: string;
  output(event: EventName): object;
}

const returns: Readonly<Record<Permit, readonly ReturnRow[]>> = {
  block: [
    {
      effect: 'Block it. The agent reads the reason.',
      output: () => ({ decision: 'block', reason: 'Ask for a review first.' }),
    },
  ],
  ask: [
    {
      effect: 'Let the user decide.',
      output: () => ({ decision: 'ask', reason: 'This deploys to production.' }),
    },
  ],
  preApprove: [
    { effect: 'Approve it in advance.', needs: '`preApprove: true`', output: () => ({ decision: 'allow' }) },
  ],
  input: [
    {
      effect: 'Change the input of the tool. Return all of it, or a part with `merge: shallow`.',
      needs: '`modify`, with the names of the arguments',
      output: (event) => specific(event, { updatedInput: { command: 'git push --dry-run' } }),
    },
  ],
  tools: [
    {
      effect: 'Offer only these tools to the model.',
      needs: '`modify: tools`',
      output: (event) => specific(event, { updatedInput: { tools: ['Read', 'Grep'] } }),
    },
  ],
  feedback: [
    {
      effect: 'Give the model feedback. The call cannot be undone.',
      output: () => ({ decision: 'block', reason: 'Three tests fail now.' }),
    },
  ],
  output: [
    {
      effect: 'Redact parts of the output, or replace it.',
      needs: '`modify: redact` or `modify: output`',
      output: (event) => specific(event, { updatedToolOutput: 'token=[redacted]' }),
    },
  ],
  context: [
    {
      effect: 'Add context for the model.',
      output: (event) => specific(event, { additionalContext: 'The branch is main.' }),
    },
  ],
  followUp: [{ effect: 'Send the agent back to work.', output: () => ({ followUps: ['Run the tests.'] }) }],
  replace: [
    {
      effect: 'Replace the conversation.',
      needs: '`modify: messages`',
      output: () => ({ messages: [{ role: 'user', content: 'A summary.' }] }),
    },
    {
      effect: 'Request a host action, such as compaction.',
      needs: '`modify: messages`',
      output: () => ({ callback: 'compact' }),
    },
  ],
  hint: [
    {
      effect: 'Append a message before the model is called.',
      needs: '`modify: hint`',
      output: (event) => specific(event, { hint: 'Never push to main.' }),
    },
    {
      effect: 'Remove values of these keys from the messages.',
      needs: '`modify: redact`',
      output: (event) => specific(event, { redact: ['token'] }),
    },
  ],
};

const specific = (event: EventName, fields: object): object => ({
  hookSpecificOutput: { hookEventName: event, ...fields },
});

/** docs/reference/events.md, and a page for each event. */
export function eventPages(): Readonly<Record<string, string>> {
  const rows = eventNames.map((name) => {
    const { kind, about, permits } = eventRow(name);
    return (
      `| [` +
      `\`${name}\`` +
      `](events/${fileOf(name)}) | ${kind} | ${about} | ${permits.join(', ') || 'observe'} | ${agentsOf(name).length || '–'} |`
    );
  });
  const index = [
    '# Events',
    '',
    'An event is a moment in the work of an agent. Each page shows when the event happens, what a hook gets, what it can return, and which agents send it.',
    '',
    'Generated from `packages/core/src/events/events.ts`. `hooks events NAME --schema` prints the JSON Schema of an event.',
    '',
    '| event | kind | when | a hook can | agents |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    'Fields that every event has: `session_id`, `cwd`, `project_dir`, `transcript_path`, `permission_mode`, `invoked_by`, `agent`, and `tool` for tool calls.',
    '',
  ].join('\n');
  return {
    'events.md': index,
    ...Object.fromEntries(eventNames.map((name) => [`events/${fileOf(name)}`, eventPage(name)])),
  };
}

const agentsOf = (event: EventName): readonly Integration[] =>
  Object.values(integrations).filter(
    (agent) => agent.supports(event) && registrations[agent.name]?.leftOut?.[event] === undefined,
  );

const fileOf = (event: EventName): string => `${event.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}.md`;

function eventPage(name: EventName): string {
  const { kind, about, permits, subject, fields } = eventRow(name);
  const aliases = foreignNames.filter((row) => row.events.includes(name)).map((row) => `\`${row.name}\``);
  const optional = Object.keys(fields)
    .filter((field) => field.endsWith('?'))
    .map((field) => `\`${field.slice(0, -1)}\``);
  const make = fixture[
    `${name[0]?.toLowerCase()}${name.slice(1)}` as Uncapitalize<EventName>
  ] as () => object;
  const matcher =
    subject === null
      ? 'none: a `matcher` is an error here'
      : subject === 'tool_name'
        ? 'the name of the tool'
        : `the field \`${subject}\``;
  const agents = agentsOf(name);
  return [
    `# ${name}`,
    '',
    about,
    '',
    '| | |',
    '|---|---|',
    `| kind | [${kind}](../../words.md) |`,
    `| \`matcher\` compares | ${matcher} |`,
    ...(aliases.length === 0 ? [] : [`| also called | ${aliases.join(', ')} |`]),
    '',
    '## What a hook gets',
    '',
    ...codeBlock(make()),
    ...(optional.length === 0 ? [] : [`May also be present: ${optional.join(', ')}.`, '']),
    '## What a hook can return',
    '',
    ...(permits.length === 0
      ? ['Nothing: hooks on this event observe.', '']
      : permits.flatMap((permit) => returns[permit].flatMap((row) => returnLines(name, row)))),
    'Without output, a hook makes no decision. [Handlers](../../handlers.md) describes exit codes and every key.',
    '',
    '## Agents',
    '',
    ...(agents.length === 0
      ? [
          'No agent that `hooks attach` supports sends this event. Programs that use the [library](../../library.md) can.',
        ]
      : [
          '| agent | its name of the event | honors | timeout |',
          '|---|---|---|---|',
          ...agents.map((agent) => agentLine(agent, name)),
        ]),
    '',
  ].join('\n');
}

function returnLines(event: EventName, { effect, needs, output }: ReturnRow): readonly string[] {
  const example = output(event);
  const problems = schemaProblems(example, outputJsonSchema(event));
  if (problems.length > 0) throw new Error(`${event}: ${problems.join(', ')}`);
  return [
    `${effect}${needs === undefined ? '' : ` The manifest needs ${needs}.`}`,
    '',
    ...codeBlock(example),
  ];
}

const codeBlock = (value: object): readonly string[] => [
  '```json',
  JSON.stringify(value, null, 2),
  '```',
  '',
];

function agentLine(agent: Integration, event: EventName): string {
  const honored = [...agent.honours(event), ...(agent.halts(event) ? ['halt'] : [])].join(', ') || 'observe';
  return `| [${agent.name}](../../agents/${agent.name}.md) | \`${agent.nativeOf(event)}\` | ${honored} | ${(agent.budgetMs(event) ?? 0) / 1000} s |`;
}

const subjects: readonly (readonly [string, Readonly<Record<string, CatalogueRow>>])[] = [
  ['Manifests', manifestRows],
  ['Hooks', hookRows],
  ['Diagnosis', doctorRows],
  ['Settings', settingsRows],
  ['Commands', commandRows],
  ['Downloads', fetchRows],
  ['Calls and results', callRows],
  ['Approval', approvalRows],
  ['Installation', installRows],
  ['Event log and state', recordRows],
];

/** docs/reference/errors.md: an anchor for each code. */
export function errorPage(): string {
  return [
    '# Errors and warnings',
    '',
    'Every message ends with a code. Find the code here to see its cause and its fix. Codes never change; sentences may improve. `{name}` is a placeholder for your value.',
    '',
    'Generated from `packages/core/src/errors/*-rows.ts`.',
    '',
    ...subjects.flatMap(([subject, rows]) => [
      `## ${subject}`,
      '',
      ...Object.entries(rows).flatMap(([code, { severity, message, remedy }]) => [
        `### ${code}`,
        '',
        `${severity[0]?.toUpperCase()}${severity.slice(1)}. ${plain(message)}`,
        '',
        ...(remedy === '{fix}' ? ['Fix: the message names it.'] : [`Fix: ${plain(remedy)}`]),
        '',
      ]),
    ]),
  ].join('\n');
}

/** No markup by accident: `<` outside of code would be a tag. */
const plain = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll('<', '\\<').replaceAll('*', '\\*')))
    .join('');

/** docs/reference/commands.md, and a page for each command. */
export async function commandPages(): Promise<Readonly<Record<string, string>>> {
  const rows = Object.entries(commands);
  const index = [
    '# Commands',
    '',
    'After this page you know which command does what. Each command has a page with its options and examples; `hooks NAME --help` prints the same. The command is also installed as `hookmd`.',
    '',
    ...[...new Set(rows.map(([, { group }]) => group))].flatMap((group) => [
      `## ${group}`,
      '',
      '| command | what it does |',
      '|---|---|',
      ...rows
        .filter(([, row]) => row.group === group)
        .map(([name, { about }]) => `| [\`hooks ${name}\`](commands/${name}.md) | ${about} |`),
      '',
    ]),
    '## Options of every command',
    '',
    '| option | effect |',
    '|---|---|',
    ...[...commonOptions, { flags: '-h, --help', about: 'show the help of the command' }].map(optionRow),
    '',
    '## Exit codes',
    '',
    '```text',
    ...EXIT_CODES.split('\n').map((line) => line.trim()),
    '```',
    '',
    '`hooks run --agent NAME` uses the exit codes of that agent instead. For Claude Code, 0 is success, with or without JSON output, and 2 means blocked; for the other agents it is 0.',
    '',
  ].join('\n');
  const pages = await Promise.all(
    Object.keys(commands).map(async (name) => [`commands/${name}.md`, await commandPage(name)] as const),
  );
  return { 'commands.md': index, ...Object.fromEntries(pages) };
}

async function commandPage(name: string): Promise<string> {
  const { command } = (await commands[name]?.load()) ?? { command: null };
  if (command === null) throw new Error(name);
  const options = command.options.filter(({ isInternal }) => !isInternal).map(optionRow);
  const others = Object.keys(aliases).filter((alias) => aliases[alias] === name);
  return [
    `# hooks ${name}`,
    '',
    command.about,
    '',
    '```text',
    `hooks ${name} ${command.usage} [options]`.replaceAll('  ', ' '),
    '```',
    '',
    ...(others.length === 0
      ? []
      : [`Aliases: ${others.map((alias) => `\`hooks ${alias}\``).join(', ')}.`, '']),
    ...(command.changesTrust === true ? ['Agents cannot run this command: use your own terminal.', ''] : []),
    ...(options.length === 0 ? [] : ['## Options', '', '| option | effect |', '|---|---|', ...options, '']),
    ...(command.examples.length === 0 ? [] : ['## Examples', '', '```sh', ...command.examples, '```', '']),
    '[All commands, common options and exit codes](../commands.md)',
    '',
  ].join('\n');
}

const optionRow = ({ flags, about }: OptionRow): string => `| \`${cell(flags)}\` | ${cell(about)} |`;

export function agentPage(): string {
  const parts = Object.values(integrations).map((agent) => {
    const rows = eventNames.filter((event) => agent.supports(event)).map((event) => agentRow(agent, event));
    return `## ${agent.name}\n\n| event | its name | honors | timeout |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# What agents honor\n\nThis page lists, for each agent, the events that it sends and what it does with the decision of a hook.\n\nHookMD drops an effect that the agent does not honor, and the event log lists it under \`dropped\`. [Events](events.md) explains the effects.\n\n${parts.join('\n')}`;
}

function agentRow(agent: Integration, event: EventName): string {
  const name = `| ${event} | \`${agent.nativeOf(event)}\``;
  const why = registrations[agent.name]?.leftOut?.[event];
  if (why !== undefined) return `${name} | not sent to HookMD: ${why} | – |`;
  const honored = [...agent.honours(event), ...(agent.halts(event) ? ['halt'] : [])];
  const waits = `${(agent.budgetMs(event) ?? 0) / 1000} s`;
  return `${name} | ${honored.join(', ') || 'observe'} | ${waits} |`;
}

export function configPage(): string {
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

HookMD reads \`config.yaml\` in three places: \`/etc/hookmd\` (the administrator's), \`~/.hookmd\` (yours), and \`.hookmd\` in a project.
For each key, the administrator's value wins over yours. A project can only add or restrict. \`hooks config path\` prints the paths, and
\`hooks config get\` prints the values in effect with the file of each. An unknown key, an invalid value and a key that a project cannot set are errors,
which every command shows; the rest of the file applies.

Generated from \`packages/core/src/config/keys.ts\`.

| setting | effect | must be | default | can a project set it? |
|---|---|---|---|---|
${rows.join('\n')}

You and the administrator can set all of them. [Prompt and agent hooks](../model-hooks.md) explains models.

\`\`\`yaml
${[...new Set(examples)].join('\n')}
\`\`\`

(This shows each key on its own. In a file, a key occurs once.)

## Change a setting

\`\`\`sh
hooks config set hooks.concurrency 2                      # in ~/.hookmd/config.yaml
hooks config set allow.modify.Bash '[timeout]' --scope project
hooks config set package.notify.env.SLACK_URL -           # reads the value from standard input, or prompts without echo
hooks config set 'package."my.hook".mode' warn            # quote a name that contains a dot
hooks config set package.notify --unset                   # remove one setting, or a whole section
\`\`\`

HookMD reads a value as YAML if the setting is a number, \`true\` or \`false\`, a list or a mapping, and unchanged if it is a string.
Write \`--\` before a value that starts with a dash. The file keeps its comments, order, mode and symbolic links; spaces and indentation may change.
HookMD writes nothing unless the whole file is valid before and after the change. A change takes effect at the next event, in every project.

Values of \`package.NAME.env\` may be secrets, so no command prints them. Agents cannot run \`hooks config set\`.
`;
}

export function policyPage(): string {
  const rows = Object.entries(policyRows).map(
    ([key, { about, expected }]) => `| \`${key}\` | ${about} | ${expected} |`,
  );
  const examples = Object.values(policyRows).map(({ example }) => example);
  return `# The managed policy

The administrator of a machine writes \`/etc/hookmd/policy.yaml\` to require, deny and restrict hooks for everyone. [Security](../security.md#the-administrators-policy) explains when to use it.

The policy takes effect at the next event, without a command. The file and every directory above it must belong to root, and no other user may be able
to write them. If the policy cannot be read, has other permissions, or contains an unknown key or an invalid value, HookMD blocks every event that a hook could block, with the
reason, and runs only managed hooks until it is fixed.

Generated from \`packages/core/src/policy/keys.ts\`.

| key | effect | must be |
|---|---|---|
${rows.join('\n')}

\`\`\`yaml
${examples.join('\n')}
\`\`\`
`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
