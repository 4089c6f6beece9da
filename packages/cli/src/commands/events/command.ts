import { didYouMean, HookError } from '@hookmd/core/errors';
import { type EventName, eventNames, eventRow, isEventName, type JsonObject } from '@hookmd/core/events';
import { findForeignName, foreignNames } from '@hookmd/core/protocols';
import { leftOutBy, reportingAgents } from '../../attach/registration-files.ts';
import type { Command, ExitCode } from '../../command-line/command.ts';
import type { Context } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { usage } from '../../command-line/usage.ts';
import { type EventFacts, showEvent, showEvents } from './view.ts';

export const command: Command = {
  name: 'events',
  usage: '[event]',
  about: 'The event catalogue: meaning, what each permits, fields, other names, which agents fire it.',
  options: [
    { flags: '--schema', about: 'print the JSON Schema of its payload' },
    { flags: '--answer-schema', about: 'print the JSON Schema of what a hook may answer' },
  ],
  examples: [
    'hooks events',
    'hooks events PreToolUse',
    'hooks events PreToolUse --schema',
    'hooks events PreToolUse --answer-schema',
  ],
  async run(context) {
    const [name] = context.words;
    const events = name === undefined ? eventNames : eventsNamed(name);
    if (context.options.has('schema') && context.options.has('answer-schema'))
      throw usage('`--schema` and `--answer-schema` are two documents', 'Ask for one of them.');
    const schemaOf = await schemaMaker(context);
    if (schemaOf !== null) {
      const schemas = events.map((event) => schemaOf(event));
      context.print(
        schemas.length === 1
          ? schemas[0]
          : { $defs: Object.fromEntries(events.map((event, index) => [event, schemas[index]])) },
      );
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
  if (options.has('answer-schema')) return (await import('@hookmd/core/protocols')).outputJsonSchema;
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

function describe(name: EventName): EventFacts {
  const { class: eventClass, about, fields, permits, subject } = eventRow(name);
  return {
    name,
    class: eventClass,
    about,
    permits,
    matcher: subject,
    fields,
    aliases: foreignNames.filter((row) => row.events.includes(name)).map((row) => row.name),
    agents: reportingAgents(name),
    leftOut: leftOutBy(name),
  };
}
