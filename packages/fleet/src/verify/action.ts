import { resolvePlaces } from '@hookmd/core/system';
import { counted } from '@hookmd/core/text';
import type { Action, ActionContext } from '../action.ts';
import { natsOptions, placeOptions, requireNats } from '../settings.ts';
import { compareLog } from '../ship/spans.ts';
import { connectNats, readStream } from '../sinks/nats.ts';
import { type Chain, ChainCheck, type ChainProblem } from './check-chains.ts';

const problemTexts: Readonly<Record<ChainProblem['kind'], (records: number) => string>> = {
  gap: (records) => `${counted(records, 'record')} missing`,
  repeated: () => 'a record is there twice',
  changed: () => 'a record was changed',
};

export const action: Action = {
  usage: '',
  about: 'Check that no record is missing, doubled or changed: in the stream, of every machine.',
  options: [
    {
      flags: '--log',
      about: 'instead: check that the event log of this user still is what it was when it was sent',
    },
    ...natsOptions,
    ...placeOptions,
  ],
  examples: ['hooks fleet verify', 'hooks fleet verify --json', 'hooks fleet verify --log'],
  run: (context) => (context.has('log') ? verifyLog(context) : verifyStream(context)),
};

async function verifyStream(context: ActionContext): Promise<0 | 1> {
  const server = await requireNats(context);
  const connection = await connectNats(server);
  const check = new ChainCheck();
  try {
    for await (const line of readStream(connection, server.stream)) if (line !== null) check.add(line);
  } finally {
    await connection.close();
  }
  const chains = check.chains();
  const broken = chains.filter(({ problems }) => problems.length > 0);
  const isWhole = broken.length === 0 && check.unreadable === 0;
  if (context.isJson) {
    context.print({ schema: 'hookmd.chains/1', ok: isWhole, unreadable: check.unreadable, machines: chains });
    return isWhole ? 0 : 1;
  }
  for (const chain of chains) showChain(context, chain);
  const records = chains.reduce((sum, chain) => sum + chain.records, 0);
  const unreadable = check.unreadable === 0 ? '' : `, ${counted(check.unreadable, 'line')} without a record`;
  const notes = chains.reduce((sum, chain) => sum + chain.notes.length, 0);
  const noted = notes === 0 ? '' : `, ${counted(notes, 'note')} of machines about their logs`;
  context.out(
    `${counted(records, 'record')} of ${counted(chains.length, 'machine')}: ${broken.length === 0 ? 'every chain is whole' : `${counted(broken.length, 'chain')} broken`}${unreadable}${noted}`,
  );
  return isWhole ? 0 : 1;
}

/** Only machines with problems or notes. */
function showChain({ out }: ActionContext, { machine, problems, notes }: Chain): void {
  if (problems.length + notes.length === 0) return;
  out(machine);
  for (const { kind, after, records } of problems)
    out(`  ✗ ${problemTexts[kind](records)}, behind record ${after}`);
  for (const { time, note, detail } of notes) out(`  ! ${time}  ${note}: ${detail}`);
}

function verifyLog(context: ActionContext): Promise<0 | 1> {
  const { stateDir } = resolvePlaces({
    home: context.text('home'),
    state: context.text('state'),
    cwd: context.cwd,
    workDir: '/',
    environment: context.environment,
  });
  const sinks = ['nats', 'otlp'].map((sink) => ({ sink, ...compareLog(stateDir, sink) }));
  const edited = [...new Set(sinks.flatMap((each) => each.edited))];
  if (context.isJson) context.print({ schema: 'hookmd.log-check/1', ok: edited.length === 0, sinks });
  else {
    for (const file of edited) context.out(`  ✗ ${file} is not as it was when it was sent`);
    for (const { sink, records } of sinks.filter((each) => each.records > 0))
      context.out(`${sink}: ${counted(records, 'record')} compared`);
    if (edited.length === 0) context.out('The event log is what was sent.');
  }
  return Promise.resolve(edited.length === 0 ? 0 : 1);
}
