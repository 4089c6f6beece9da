/** docs/reference/events.md and the page of each event; `reference-pages.ts` has the other pages. */
import { type Integration, integrations, registrations } from '@hookmd/agents';
import { type EventName, eventNames, eventRow, type JsonObject } from '@hookmd/core/events';
import { foreignNames } from '@hookmd/core/protocols';
import { fixture } from '@hookmd/sdk/testing';
import { effects, returnRows } from './event-effects.ts';

/** docs/reference/events.md, and a page for each event. */
export function eventPages(): Readonly<Record<string, string>> {
  const rows = eventNames.map((name) => {
    const { kind, about, permits } = eventRow(name);
    const words = permits.map((word) => `\`${word}\``).join(', ') || '`observe`';
    return `| [\`${name}\`](events/${fileOf(name)}) | ${kind} | ${about} | ${words} | ${agentsOf(name).length || '–'} |`;
  });
  const index = [
    '# Events',
    '',
    "An event is a moment in an agent's work, such as a tool call. Use this page to find the event for your hook. The page of each event has a payload to try, the effects that a hook can have, and the agents that send it.",
    '',
    'Generated from `packages/core/src/events/events.ts`. `hooks events NAME --schema` prints the JSON Schema of an event.',
    '',
    'The column "a hook can" lists [effects](#effects). The last column counts the agents that send the event; the [library](../library.md) can send all of them.',
    '',
    '| event | kind | when | a hook can | agents |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    '## Kinds',
    '',
    '| kind | the event happens |',
    '|---|---|',
    '| before | before something; a hook can block it or change it |',
    '| after | after something; a hook can change the output, or comment on it |',
    '| stop | when the agent is about to stop; a hook can send it back to work |',
    '| notification | for information; a hook can add context at most |',
    '',
    '## Effects',
    '',
    'These words name the effects of a hook, here, on the page of each event and in [What agents honor](agents.md). An agent supports only some of them. [Handlers](../handlers.md#output) describes the output for each.',
    '',
    '| word | a hook can |',
    '|---|---|',
    ...Object.entries(effects).map(([word, about]) => `| \`${word}\` | ${about} |`),
    '',
    '## Fields of every event',
    '',
    'The payload of every event has these fields, beside its own. `hooks run` fills in those that you leave out.',
    '',
    '| field | content |',
    '|---|---|',
    ...commonFields.map(([field, about]) => `| ${field} | ${about} |`),
    '',
  ].join('\n');
  return {
    'events.md': index,
    ...Object.fromEntries(eventNames.map((name) => [`events/${fileOf(name)}`, eventPage(name)])),
  };
}

const commonFields: readonly (readonly [string, string])[] = [
  ['`hook_event_name`', 'the name of the event'],
  ['`event_id`, `turn_id`', 'ids of this event and of the turn; `turn_id` can be null'],
  ['`session_id`', 'the session; `local` if the agent sends none'],
  ['`cwd`, `project_dir`', 'the working directory and the project directory'],
  ['`transcript_path`', "the agent's own transcript of the session, or null"],
  ['`permission_mode`', "the agent's permission mode, or null"],
  ['`invoked_by`', '`main` or `subagent`'],
  ['`agent`', 'the agent: `name`, `version`, and its own name of the event, `native_event`'],
  ['`tool`', 'for tool calls: the call in [one form for all agents](../handlers.md#the-event)'],
  ['`schema`', '`hookmd.event/1`'],
];

const agentsOf = (event: EventName): readonly Integration[] =>
  Object.values(integrations).filter(
    (agent) => agent.supports(event) && registrations[agent.name]?.leftOut?.[event] === undefined,
  );

const fileOf = (event: EventName): string => `${event.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}.md`;

const makeEvent = (name: EventName): JsonObject => {
  const key = `${name[0]?.toLowerCase()}${name.slice(1)}` as Uncapitalize<EventName>;
  return (fixture[key] as () => object)() as JsonObject;
};

/** Where the fields of the fixture are too many or too empty to try something. */
const triedFields: Readonly<Partial<Record<EventName, JsonObject>>> = {
  TurnEnd: { turn_number: 1, tools_used: false },
  PreModelCall: { model: 'test-model', messages: [{ role: 'user', content: 'Hello.' }] },
  PreToolSelection: { model: 'test-model', tools: [{ name: 'Read' }, { name: 'Bash' }] },
};

/** The smallest payload with which `hooks run` shows something: the fields of the event itself. */
export function triedPayload(name: EventName): JsonObject {
  const own = Object.keys(eventRow(name).fields).filter((field) => field !== 'tool_use_id');
  const fields = Object.entries(makeEvent(name)).filter(([field]) => own.includes(field));
  return triedFields[name] ?? Object.fromEntries(fields);
}

/** What `hooks run` prints for it, where no package is enabled; `…` is a time. */
export const triedOutput = (name: EventName): string =>
  `${name}  proceeds\n${name === 'TurnEnd' ? '  compact-trigger  modify  … ms  no decision' : '  no hook listens to this event'}`;

function eventPage(name: EventName): string {
  const { kind, about, permits, subject, fields } = eventRow(name);
  const aliases = foreignNames.filter((row) => row.events.includes(name)).map((row) => `\`${row.name}\``);
  const optional = Object.keys(fields)
    .filter((field) => field.endsWith('?'))
    .map((field) => `\`${field.slice(0, -1)}\``);
  const matcher =
    subject === null
      ? 'nothing: a `matcher` is an error here'
      : subject === 'tool_name'
        ? 'the name of the tool'
        : `the field \`${subject}\``;
  const agents = agentsOf(name);
  const mayHalt = agents.length === 0 || agents.some((agent) => agent.halts(name));
  return [
    `# ${name}`,
    '',
    about,
    '',
    '| | |',
    '|---|---|',
    `| kind | [${kind}](../events.md#kinds) |`,
    `| \`matcher\` compares | ${matcher} |`,
    ...(aliases.length === 0
      ? []
      : [`| names in [other systems](../../protocols.md) | ${aliases.join(', ')} |`]),
    '',
    '## Try it',
    '',
    'Send the event to your hooks, without an agent:',
    '',
    '```sh',
    `echo '${JSON.stringify(triedPayload(name))}' | hooks run ${name}`,
    '```',
    '',
    'If none of your hooks listens to this event, it prints:',
    '',
    '```text',
    triedOutput(name),
    '```',
    '',
    'If hooks listen, it prints the decision and a line for each hook. `hooks trace` shows the same event later.',
    '',
    '## What a hook gets',
    '',
    'HookMD fills in the fields that are missing above. The hook gets this on standard input:',
    '',
    ...codeBlock(makeEvent(name)),
    ...(optional.length === 0 ? [] : [`Some agents also send ${optional.join(', ')}.`, '']),
    '[Fields of every event](../events.md#fields-of-every-event) describes the fields that are not specific to this one.',
    '',
    '## What a hook can return',
    '',
    ...(permits.length === 0
      ? ['Hooks on this event only watch: HookMD ignores their decisions.', '']
      : [
          'Each heading is the word for the [effect](../events.md#effects) in tables. A hook without output makes no decision.',
          '',
        ]),
    ...[...permits, ...(mayHalt ? (['halt'] as const) : [])].flatMap((effect) => effectLines(name, effect)),
    '[Handlers](../../handlers.md) describes exit codes and every key of the output.',
    '',
    '## Agents',
    '',
    ...(agents.length === 0
      ? [
          'No agent that `hooks attach` supports sends this event. Programs that use the [library](../../library.md) can.',
        ]
      : [
          'HookMD drops an effect that the agent does not honor. The timeout is how long the agent waits for all hooks.',
          '',
          '| agent | its name for the event | honors | timeout |',
          '|---|---|---|---|',
          ...agents.map((agent) => agentLine(agent, name)),
        ]),
    '',
  ].join('\n');
}

function effectLines(event: EventName, effect: Parameters<typeof returnRows>[1]): readonly string[] {
  return [
    `### \`${effect}\``,
    '',
    ...returnRows(event, effect).flatMap(({ about, needs, output }) => [
      `${about}${needs === undefined ? '' : ` The manifest needs ${needs}.`}`,
      '',
      ...codeBlock(output),
    ]),
  ];
}

const codeBlock = (value: object): readonly string[] => [
  '```json',
  JSON.stringify(value, null, 2),
  '```',
  '',
];

function agentLine(agent: Integration, event: EventName): string {
  const waits = `${(agent.budgetMs(event) ?? 0) / 1000} s`;
  return `| [${agent.name}](../../agents/${agent.name}.md) | \`${agent.nativeOf(event)}\` | ${honoredBy(agent, event)} | ${waits} |`;
}

/** The effects that an agent honors at an event, as words for a table. */
export function honoredBy(agent: Integration, event: EventName): string {
  const words = [...agent.honours(event), ...(agent.halts(event) ? ['halt'] : [])];
  return words.map((word) => `\`${word}\``).join(', ') || '`observe`';
}
