import { cleanLine } from '@hookmd/core/text';
import type { Action } from '../action.ts';
import { toCloudEvent } from '../mappings/cloudevents.ts';
import { readFacts } from '../mappings/entry.ts';
import { toOcsf } from '../mappings/ocsf.ts';
import { parseRecord, type ShippedRecord } from '../mappings/shipped-record.ts';
import { natsOptions, requireNats } from '../settings.ts';
import { connectNats, readMachines, readStream } from '../sinks/nats.ts';
import { findMachine, machineRows } from '../status/machines.ts';
import { usageError } from '../usage-error.ts';

const DEFAULT_LAST = 50;

/** By name; each makes one JSON object of a record. */
const formats: Readonly<Record<string, (record: ShippedRecord) => object>> = {
  record: (record) => record,
  ocsf: toOcsf,
  cloudevents: toCloudEvent,
};

export const action: Action = {
  usage: '',
  about: 'Show the events of all machines, oldest first.',
  options: [
    { flags: '--last <number>', about: `how many (default: ${DEFAULT_LAST}); \`all\` for every one` },
    { flags: '--follow', about: 'wait for new ones' },
    { flags: '--blocked', about: 'only calls that did not proceed' },
    { flags: '--machine <id>', about: 'only those of this machine; the beginning of its id is enough' },
    { flags: '--format <name>', about: 'print a line of JSON for each: record, ocsf or cloudevents' },
    ...natsOptions,
  ],
  examples: ['hooks fleet log --blocked', 'hooks fleet log --follow --format ocsf'],
  async run(context) {
    const last = readLast(context.text('last') ?? String(DEFAULT_LAST));
    const format = readFormat(context.text('format') ?? (context.isJson ? 'record' : null));
    const server = await requireNats(context);
    const connection = await connectNats(server, context.has('follow'));
    const end = (): void => void connection.close();
    context.signal.addEventListener('abort', end, { once: true });
    try {
      const hosts = new Map(
        machineRows(await readMachines(connection), new Date()).map(({ machine: id, host, user }) => [
          id,
          `${host}/${user}`,
        ]),
      );
      const begin = context.text('machine');
      const machine = begin === undefined ? undefined : findMachine(begin, [...hosts.keys()]);
      const matches = (record: ShippedRecord): boolean =>
        (machine === undefined || record.machine === machine) &&
        (!context.has('blocked') || isBlocked(record));
      const shown: string[] = [];
      const show = (record: ShippedRecord): string =>
        format === null ? lineOf(record, hosts) : JSON.stringify(format(record));
      let isCurrent = false;
      for await (const item of readStream(connection, server.stream, {
        machine,
        follows: context.has('follow'),
      })) {
        const record = item === null ? null : parseRecord(item);
        if (record !== null && matches(record)) {
          if (isCurrent) context.out(show(record));
          else shown.push(show(record));
          if (shown.length > last) shown.shift();
        }
        if (item === null) {
          isCurrent = true;
          for (const line of shown.splice(0)) context.out(line);
        }
      }
      return 0;
    } finally {
      context.signal.removeEventListener('abort', end);
      await connection.close();
    }
  },
};

function readLast(text: string): number {
  const last = text === 'all' ? Number.POSITIVE_INFINITY : Number(text);
  if (last === Number.POSITIVE_INFINITY || (Number.isSafeInteger(last) && last > 0)) return last;
  throw usageError(
    `\`--last\` must be a number or \`all\`; found "${cleanLine(text)}".`,
    'Write `--last 50`.',
  );
}

function readFormat(name: string | null): ((record: ShippedRecord) => object) | null {
  if (name === null) return null;
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (format !== undefined) return format;
  throw usageError(
    `\`--format\` must be ${Object.keys(formats).join(', ')}; found "${cleanLine(name)}".`,
    'Write `--format ocsf`.',
  );
}

function isBlocked({ entry }: ShippedRecord): boolean {
  return ['block', 'halted'].includes(readFacts(entry).outcome);
}

function lineOf({ machine, entry }: ShippedRecord, hosts: ReadonlyMap<string, string>): string {
  const { time = '', agent, message } = readFacts(entry);
  const call = typeof entry['call'] === 'string' ? `  (${entry['call']})` : '';
  const host = hosts.get(machine) ?? machine.slice(0, 8);
  return cleanLine([time.slice(0, 19), host, agent, `${message}${call}`].filter(Boolean).join('  '));
}
