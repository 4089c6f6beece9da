import { didYouMean, HookError } from '@hookmd/core/errors';
import { type EventName, eventNames, eventRow, isEventName, type JsonObject } from '@hookmd/core/events';
import { findForeignName, foreignNames } from '@hookmd/core/protocols';
import { counted } from '@hookmd/core/text';

import { leftOutBy, reportingAgents } from '../../attach/registration-files.ts';
import type { Command, ExitCode } from '../../command-line/command.ts';
import type { Context } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { usage } from '../../command-line/usage.ts';
import { alignColumns, wrapUnder } from '../../ui/output.ts';

export const command: Command = {
  name: 'events',
  usage: '[event]',
  about: 'List events. With a name, show its fields, what a hook can return, and which agents send it.',
  options: [
    { flags: '--schema', about: 'print the JSON Schema of its payload' },
    { flags: '--output-schema', about: 'print the JSON Schema of the hook output' },
  ],
  examples: [
    'hooks events',
    'hooks events PreToolUse',
    'hooks events PreToolUse --schema',
    'hooks events PreToolUse --output-schema',
  ],
  async run(context) {
    const [name] = context.words;
    const events = name === undefined ? eventNames : eventsNamed(name);
    if (context.options.has('schema') && context.options.has('output-schema'))
      throw usage('`--schema` and `--output-schema` are two documents', 'Name one of them.');
    const schemaOf = await schemaMaker(context);
    if (schemaOf !== null) {
      const schemas = events.map((event) => [event, schemaOf(event)] as const);
      context.print(schemas.length === 1 ? schemas[0]?.[1] : { $defs: Object.fromEntries(schemas) });
      return 0;
    }
    const facts = events.map(describe);
    if (context.isJson) context.print({ schema: 'hookmd.events/1', events: facts });
    else if (name === undefined) showEvents(context, facts);
    else for (const fact of facts) showEvent(context, fact);
    return 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

/** The requested schema; null = none. */
async function schemaMaker({ options }: Context): Promise<((event: EventName) => JsonObject) | null> {
  if (options.has('schema')) return (await import('@hookmd/core/schema')).eventJsonSchema;
  if (options.has('output-schema')) return (await import('@hookmd/core/protocols')).outputJsonSchema;
  return null;
}

/** By its canonical name, or by another system's name for it. */
function eventsNamed(name: string): readonly EventName[] {
  if (isEventName(name)) return [name];
  const foreign = findForeignName(name);
  if (foreign !== undefined && foreign.events.length > 0) return foreign.events;
  const known = [...eventNames, ...foreignNames.map((row) => row.name)];
  throw new HookError('EVENT_NOT_FOUND', { name, suggestion: didYouMean(name, known) });
}

function describe(name: EventName) {
  const { kind, about, fields, permits, subject } = eventRow(name);
  return {
    name,
    kind,
    about,
    permits,
    matcher: subject,
    fields,
    aliases: foreignNames.filter((row) => row.events.includes(name)).map((row) => row.name),
    /** Those that send it to HookMD. */
    agents: reportingAgents(name),
    /** Those that have it and never send it to HookMD. */
    leftOut: leftOutBy(name),
  };
}

type EventFacts = ReturnType<typeof describe>;

const cells = {
  EVENT: ({ name }: EventFacts) => name,
  KIND: (facts: EventFacts) => facts.kind,
  PERMITS: ({ permits }: EventFacts) => permits.join(' ') || 'observe',
  // One has its name here; `hooks events NAME` has all of them.
  'SENT BY': ({ agents }: EventFacts) =>
    agents.length > 1 ? counted(agents.length, 'agent') : (agents[0] ?? 'no agent'),
  MEANING: ({ about }: EventFacts) => about,
} as const;

const NARROW = 80;
const WIDE = 110;
function showEvents({ out, err }: Context, facts: readonly EventFacts[]): void {
  // The last column continues below itself where there is too little room.
  const columns: readonly (keyof typeof cells)[] =
    out.width < NARROW
      ? ['EVENT', 'SENT BY', 'PERMITS']
      : ['EVENT', 'KIND', 'PERMITS', 'SENT BY', ...(out.width < WIDE ? [] : (['MEANING'] as const))];
  const rows = facts.map((fact) => columns.map((column) => cells[column](fact)));
  for (const line of alignColumns([columns, ...rows], { width: out.width })) out.line(line);
  err.line();
  const hint = '`hooks events NAME` shows fields, other names and agents; `--schema` its JSON Schema.';
  err.line(wrapUnder(hint, err.width));
}

function showEvent({ out }: Context, facts: EventFacts): void {
  out.line(`${out.paint('bold', facts.name)}  ${facts.kind}`);
  out.line(wrapUnder(facts.about, out.width));
  out.line();
  const rows = [
    ['Permits', facts.permits.join(', ') || 'observing only'],
    [
      'Matcher',
      facts.matcher === null
        ? 'none: a matcher here is an error'
        : `compares ${facts.matcher === 'tool_name' ? 'the tool' : facts.matcher}`,
    ],
    [
      'Fields',
      Object.entries(facts.fields)
        .map(([name, type]) => `${name}: ${type.replace('text?', 'string or null')}`)
        .join(', ') || 'the common ones',
    ],
    ['Also called', facts.aliases.join(', ') || '–'],
    ['Sent by', facts.agents.join(', ') || 'no agent; only `hooks run` and the library'],
    ...facts.leftOut.map(({ agent, why }) => ['Left out', `${agent}: ${why}`]),
  ];
  for (const line of alignColumns(rows, { indent: '  ', width: out.width })) out.line(line);
}
