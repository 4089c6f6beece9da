import { effectiveAsyncTimeoutMs } from '@hookmd/core/hook-index';
import type { Manifest, ModifySpec } from '@hookmd/core/manifest';
import { protocols } from '@hookmd/core/protocols';

type Declared = Omit<Manifest, 'body'>;

/** The command line or address as the manifest has it. */
export function describeHandler({ handler, protocol }: Pick<Declared, 'handler' | 'protocol'>): string {
  switch (handler.mode) {
    case 'command': {
      const { argument } = protocols[protocol];
      const { command } = handler;
      const text = typeof command === 'string' ? command : command.map(quote).join(' ');
      return argument === null ? text : `${text} ${argument}`;
    }
    case 'handler':
      return handler.exportName === undefined
        ? handler.file
        : `${handler.file}, export ${quote(handler.exportName)}`;
    case 'http':
      return `POST ${handler.url}`;
    case 'prompt':
      return `one call of the model ${handler.model ?? 'small'}`;
    case 'agent':
      return `an agent of the model ${handler.model ?? 'small'} that may read the project`;
    case 'builtin':
      return 'inside HookMD';
  }
}

function quote(word: string): string {
  return /^[\w./:=@%+,${}-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** How it blocks: the thing people get wrong most. */
export function describeProtocol({ protocol, handler }: Pick<Declared, 'protocol' | 'handler'>): string {
  if (handler.mode === 'prompt' || handler.mode === 'agent') return 'its output must match a schema';
  // A handler of the SDK blocks by a method, not by an exit code.
  if (handler.mode === 'handler' && protocol === 'hookmd') return 'protocol hookmd, `h.block` blocks';
  const { blockingExit, blocksBy } = protocols[protocol];
  if (handler.mode === 'http') return `protocol ${protocol}, JSON blocks`;
  return `protocol ${protocol}, ${blockingExit === null ? blocksBy : `exit ${blockingExit} blocks`}`;
}

/** When it runs, where that is not at every event and in its way. */
export function describeTiming(
  manifest: Declared & Pick<Manifest, 'asyncTimeoutMs'>,
  maxTimeoutMs: number,
): readonly string[] {
  const limit = describeMs(effectiveAsyncTimeoutMs(manifest, maxTimeoutMs));
  return [
    ...(manifest.isAsync ? [`in the background for at most ${limit}`] : []),
    ...(manifest.once === 'no' ? [] : [`once per ${manifest.once}`]),
    ...(manifest.contexts.length === 0 ? [] : [`also while the agent does ${manifest.contexts.join(', ')}`]),
  ];
}

/** For a hook without a manifest whose event is not known yet. */
export const ANY_CONTRACT =
  'block, ask or add where the event permits it; change the whole input, the output or the messages of that event';

/** What it may do beside observing, in plain words. */
export function describeContract(manifest: Declared): readonly string[] {
  if (manifest.isAsync && manifest.observe !== 'raw') return ['observe'];
  if (manifest.observe !== 'no')
    return [manifest.observe === 'raw' ? 'observe, unredacted data too' : 'observe'];
  return [
    'block, ask or add where the event permits it',
    ...describeChanges(manifest),
    ...(manifest.preApprove ? ['approve calls in advance'] : []),
  ];
}

/** What it may change, a line for each event. */
export function describeChanges({ modify }: Pick<Declared, 'modify'>): readonly string[] {
  return Object.entries(modify).map(([event, spec]) => `change ${describeSpec(spec)} on ${event}`);
}

function describeSpec(spec: ModifySpec): string {
  const parts: string[] = [];
  if (spec.input === 'policy') parts.push('the input, as far as `allow.modify` lists it');
  else if (spec.input)
    parts.push(spec.input.includes('*') ? 'the whole input' : `the input: ${spec.input.join(', ')}`);
  if (spec.output) parts.push(spec.output === 'redact' ? 'the output, by redaction only' : 'the output');
  if (spec.hint) parts.push('the prompt, by a hint');
  if (spec.redact) parts.push('the messages, by redaction of keys');
  if (spec.messages) parts.push('the messages');
  if (spec.tools) parts.push('the offered tools, by taking some away');
  return parts.join(' and ');
}

export function describeMs(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`;
}

/** The commands that an agent hook may run; the user approves these. */
export function describeCommands({ handler }: Pick<Declared, 'handler'>): readonly string[] {
  return handler.mode === 'agent' ? handler.commands : [];
}

/** What its program can reach where it runs isolated. */
export function describeIsolation({ isolation }: Pick<Manifest, 'isolation'>): string {
  const project = isolation === 'writes-project' ? 'may change the project' : 'project read-only';
  return `no network, no files of yours, ${project}`;
}
