import { attachments } from '@hookmd/agents';
import { HookError } from '@hookmd/core/internal/errors/hook-error';
import { didYouMean } from '@hookmd/core/internal/errors/nearest-name';
import { type EventName, eventNames, eventRow, isEventName } from '@hookmd/core/internal/protocol/events';
import { findForeignName, foreignNames } from '@hookmd/core/internal/wires/foreign-names';
import type { Command, ExitStatus } from '../command.ts';
import { runCommand } from '../run-command.ts';
import { type EventFacts, showEvent, showEvents } from '../views/events.ts';

export const command: Command = {
  name: 'events',
  usage: '[event]',
  about: 'The event catalogue: meaning, what each permits, fields, other names, which agents fire it.',
  options: [{ flags: '--schema', about: 'print the JSON Schema of its payload' }],
  examples: ['hooks events', 'hooks events PreToolUse', 'hooks events PreToolUse --schema'],
  async run(context) {
    const [name] = context.words;
    const events = name === undefined ? eventNames : eventsNamed(name);
    if (context.options.has('schema')) {
      const { eventJsonSchema } = await import('@hookmd/core/internal/schema/event-schema');
      const schemas = events.map((event) => eventJsonSchema(event));
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
    else for (const one of facts) showEvent(context, one);
    return 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitStatus> => runCommand(command, words);

/** By its canonical name, or by another system's name for it. */
function eventsNamed(name: string): readonly EventName[] {
  if (isEventName(name)) return [name];
  const foreign = findForeignName(name);
  if (foreign !== undefined && foreign.events.length > 0) return foreign.events;
  const known = [...eventNames, ...foreignNames.map((row) => row.name)];
  throw new HookError('EVENT_NOT_FOUND', { name, suggestion: didYouMean(name, known) }, { exitCode: 1 });
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
    agents: Object.values(attachments)
      .filter((one) => one.fires(name))
      .map((one) => one.name),
  };
}
