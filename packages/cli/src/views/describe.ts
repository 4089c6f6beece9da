import { conventions } from '@hookmd/core/internal/conventions/index';
import type { Manifest, ModifySpec } from '@hookmd/core/internal/manifest/manifest';

type Declared = Omit<Manifest, 'body'>;

/** The command line or address as the manifest has it. */
export function describeHandler({ handler }: Pick<Declared, 'handler'>): string {
  switch (handler.mode) {
    case 'command':
      return typeof handler.command === 'string' ? handler.command : handler.command.map(quote).join(' ');
    case 'handler':
      return handler.file;
    case 'http':
      return `POST ${handler.url}`;
    case 'prompt':
      return 'one call of a small model';
    case 'agent':
      return 'a sub-agent with tools';
  }
}

function quote(word: string): string {
  return /^[\w./:=@%+,${}-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** What its exit statuses mean: the thing people get wrong most. */
export function describeConvention({ convention }: Pick<Declared, 'convention'>): string {
  const { blockingExit } = conventions[convention];
  return `convention ${convention}, ${blockingExit === null ? 'no exit status blocks' : `exit ${blockingExit} blocks`}`;
}

/** What it may do beside observing, in plain words. */
export function describeContract(manifest: Declared): readonly string[] {
  if (manifest.observe !== 'no')
    return [manifest.observe === 'raw' ? 'observe, unredacted data too' : 'observe'];
  const lines = Object.entries(manifest.modify).map(
    ([event, spec]) => `change ${describeSpec(spec)} on ${event}`,
  );
  if (manifest.preApprove) lines.push('approve calls in advance');
  return ['block, ask or add where the event permits it', ...lines];
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
