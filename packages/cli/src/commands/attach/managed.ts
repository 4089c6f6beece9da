import { dirname } from 'node:path';
import { registrations } from '@hookmd/agents';
import { isJsonObject, parseJson } from '@hookmd/core/events';
import { cleanLine } from '@hookmd/core/text';
import type { Context } from '../../command-line/context.ts';
import { managedCommand, managedProgram } from '../../launcher/managed-command.ts';
import { alignColumns, wrapUnder } from '../../ui/output.ts';

/** Prints the entries for an administrator's own tools, and where they go. Standard output has the payload alone. */
export function printManaged(context: Context, agent: string, payload: string): void {
  const settings = registrations[agent]?.managed;
  if (settings === undefined) return;
  const { out, err } = context;
  const { removableWith = null, trap } = settings;
  const value = parseJson(payload);
  const directory = dirname(managedProgram()[1]);
  const removable = removableWith !== null;
  const { linux, darwin } = settings.files;
  const places = [
    { system: 'Linux', channel: 'file', path: linux, removable },
    { system: 'macOS', channel: 'file', path: darwin, removable },
    ...(settings.channels ?? []).map(({ payload: format, ...channel }) => ({
      ...channel,
      removable,
      ...(format === undefined || !isJsonObject(value) ? {} : { payload: format(value, { directory }) }),
    })),
  ];
  if (context.isJson) {
    const [node, command] = managedProgram();
    const facts = { agent, places, removableWith, trap, starts: { node, command }, payload: value };
    context.print({ schema: 'hookmd.managed/1', ...facts });
    return;
  }
  const note = (text: string): void => err.line(wrapUnder(text, err.width, '  '));
  err.line(`${err.paint('bold', agent)}  for every user of a machine`);
  const rows = places.map(({ system, channel, path }) => [system, channel, path]);
  for (const line of alignColumns([['SYSTEM', 'CHANNEL', 'PLACE'], ...rows], {
    indent: '  ',
    width: err.width,
  }))
    err.line(line);
  note(
    removableWith === null ? 'Only root can remove it.' : `A developer can remove it with ${removableWith}.`,
  );
  note(trap);
  note(
    `It starts \`${cleanLine(managedCommand(agent, 'EVENT'))}\`. Install both at these paths on each machine, and let only root write them.`,
  );
  err.line();
  out.line(payload.trimEnd());
  for (const channel of places) {
    if (!('payload' in channel) || channel.payload === undefined) continue;
    const { path, payload: text } = channel;
    err.line();
    note(`For ${path}:`);
    for (const line of text.trimEnd().split('\n')) err.line(`  ${line}`);
  }
}
