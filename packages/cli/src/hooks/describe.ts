import { eventRow, isEventName, isToolEvent, type Permit } from '@hookmd/core/events';
import { effectiveAsyncTimeoutMs, type TimeLimits } from '@hookmd/core/hook-index';
import type { Manifest, ModifySpec } from '@hookmd/core/manifest';
import { protocols } from '@hookmd/core/protocols';
import type { Grants } from '@hookmd/core/trust';

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

const kindNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    shell: 'shell commands',
    read: 'file reads',
    edit: 'file edits',
    write: 'file writes',
    search: 'searches',
    web: 'web requests',
    mcp: 'MCP tools',
    agent: 'subagents',
  }),
);

/** The calls or events that it runs on, in words. */
export function describeWhen({ matcher, condition, events }: Declared): string {
  const kinds = matcher?.split('|').map((word) => kindNames.get(word.trim())) ?? [];
  const matched = kinds.includes(undefined) ? matcher : kinds.join(', ');
  if (condition !== null) return matcher === null ? condition : `${matched}, if ${condition}`;
  if (matcher !== null) return matched ?? '';
  const names = events.flatMap((event) => event.events);
  return names.length > 0 && names.every(isToolEvent) ? 'any tool' : 'always';
}

/** When it runs, where that is not at every event and in its way. */
export function describeTiming(
  manifest: Declared & Pick<Manifest, 'asyncTimeoutMs'>,
  limits: TimeLimits,
  grantedMs: number | undefined,
): readonly string[] {
  const limit = describeMs(effectiveAsyncTimeoutMs(manifest, limits, grantedMs));
  return [
    ...(manifest.isAsync ? [`in the background for at most ${limit}`] : []),
    ...(manifest.once === 'no' ? [] : [`once per ${manifest.once}`]),
    ...(manifest.contexts.length === 0 ? [] : [`also while the agent does ${manifest.contexts.join(', ')}`]),
  ];
}

/** For a hook without a manifest whose event is not known yet. */
export const ANY_CONTRACT =
  'block, ask the user or add context where the event permits it; change the whole input, the output or the messages of that event';

/** What any hook may do on an event that permits it, in the order of the words; changes need `modify`. */
const effects: readonly (readonly [permit: Permit, words: string])[] = [
  ['block', 'block'],
  ['ask', 'ask the user'],
  ['feedback', 'give feedback'],
  ['followUp', 'send the agent back'],
  ['context', 'add context'],
];

function describeEffects({ events }: Pick<Declared, 'events'>): readonly string[] {
  const permits = events.flatMap((event) => event.events.flatMap((name) => eventRow(name).permits));
  const words = effects.filter(([permit]) => permits.includes(permit)).map(([, text]) => text);
  if (words.length < 3) return words.length === 0 ? [] : [words.join(' or ')];
  return [`${words.slice(0, -1).join(', ')}, or ${words.at(-1)}`];
}

/** The manifest, with what the user granted beside it. */
export function withGrants(manifest: Declared, { preApprove }: Pick<Grants, 'preApprove'>): Declared {
  return preApprove === true ? { ...manifest, preApprove } : manifest;
}

/** What it may do beside observing, in plain words. */
export function describeContract(manifest: Declared): readonly string[] {
  if (manifest.isAsync && manifest.observe !== 'raw') return ['observe'];
  if (manifest.observe !== 'no')
    return [manifest.observe === 'raw' ? 'observe, unredacted data too' : 'observe'];
  const rights = [
    ...describeEffects(manifest),
    ...describeChanges(manifest),
    ...(manifest.preApprove ? ['approve calls in advance'] : []),
  ];
  return rights.length === 0 ? ['observe'] : rights;
}

/** What it may change, a line for each event. */
export function describeChanges({ modify }: Pick<Declared, 'modify'>): readonly string[] {
  return Object.entries(modify).map(([event, spec]) => `${describeSpec(spec, event)} on ${event}`);
}

function describeSpec(spec: ModifySpec, event: string): string {
  const parts: string[] = [];
  if (spec.input === 'policy') parts.push('change the input, as far as `allow.modify` lists it');
  else if (spec.input)
    parts.push(`change the ${spec.input.includes('*') ? 'whole input' : `input: ${spec.input.join(', ')}`}`);
  const output = isEventName(event) && isToolEvent(event) ? 'tool output' : 'the output';
  if (spec.output) parts.push(`${spec.output === 'redact' ? 'redact' : 'change'} ${output}`);
  if (spec.hint) parts.push('add a hint to the prompt');
  if (spec.redact) parts.push('redact keys in the messages');
  if (spec.messages) parts.push('change the messages');
  if (spec.tools) parts.push('remove offered tools');
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
