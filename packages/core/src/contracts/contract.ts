import type { HookEvent } from '../events/event.ts';
import { eventRow } from '../events/events.ts';
import type { HookOutput } from '../events/hook-output.ts';
import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../events/json.ts';
import { cleanText } from '../events/text.ts';
import type { ModifySpec } from '../manifest/manifest.ts';
import { missingArguments, viewTool } from '../matching/tool-view.ts';
import { replaceTexts } from '../protocols/replace-texts.ts';
import { evaluateRedaction } from './check-redaction.ts';
import { readKeyPaths, redactMessages } from './redact-json.ts';

/** What a manifest declares about changes as a whole. */
export interface ContractTerms {
  readonly merge: 'replace' | 'shallow';
  /** Keys that `redact` may name; none = the usual names of secrets. */
  readonly redactKeys: readonly string[];
}

interface Clause {
  /** The proposed change of this kind in an output; undefined = none. */
  readonly proposal: (output: HookOutput) => unknown;
  /** The grant of this kind; undefined = none, and any proposal is a violation. */
  readonly grant: (spec: ModifySpec) => unknown;
  readonly check: (
    event: HookEvent,
    output: HookOutput,
    spec: ModifySpec,
    terms: ContractTerms,
  ) => ContractResult;
  readonly name: string;
  /** An unchanged value is no change. */
  readonly isWhole?: true;
}

/** The plan has already resolved the policy; nothing of it is left here. */
function inputKeys({ input = [] }: ModifySpec): readonly string[] {
  return input === 'policy' ? [] : input;
}

/** The merge decides which of several replacements counts. */
const accept = (event: HookEvent): ContractResult => ({ event, changed: [] });

const clauses: readonly Clause[] = [
  {
    name: 'input',
    isWhole: true,
    proposal: (output) => output.input,
    grant: (spec) => spec.input,
    check: (event, output, spec, { merge }) => checkInput(event, output.input ?? {}, inputKeys(spec), merge),
  },
  {
    name: 'output',
    isWhole: true,
    proposal: (output) => output.output,
    grant: (spec) => spec.output,
    check: (event, output, spec) => checkOutput(event, output.output ?? null, spec.output ?? 'redact'),
  },
  {
    name: 'messages',
    proposal: (output) => output.messages ?? output.callback,
    grant: (spec) => spec.messages,
    check: accept,
  },
  // Before the hint: what a hook appends itself is not what it redacts.
  {
    name: 'redaction',
    proposal: (output) => output.redact,
    grant: (spec) => spec.redact,
    check: (event, output, _, { redactKeys }) => checkKeyRedaction(event, output.redact ?? [], redactKeys),
  },
  {
    name: 'hint',
    proposal: (output) => output.hint,
    grant: (spec) => spec.hint,
    check: (event, output) => checkHint(event, output.hint ?? ''),
  },
  {
    name: 'tools',
    isWhole: true,
    proposal: (output) => output.tools,
    grant: (spec) => spec.tools,
    check: (event, output) => checkTools(event, output.tools ?? []),
  },
];

/**
 * Checks the changes of one output against what the hook may change: all are accepted, or all are rejected and the original
 * stays.
 */
export function applyContract(
  event: HookEvent,
  output: HookOutput,
  spec: ModifySpec | null,
  terms: ContractTerms,
): ContractResult {
  let current = event;
  const changed: string[] = [];
  const removed: string[] = [];
  for (const clause of clauses) {
    if (clause.proposal(output) === undefined) continue;
    if (spec === null || clause.grant(spec) === undefined) {
      if (clause.isWhole && isUnchanged(event, output, clause)) continue;
      const target = clause.name === 'input' ? inputText(event, output) : `the ${clause.name}`;
      return { violation: `changed ${target}, ${butMay(Object.keys(spec ?? {}))}` };
    }
    const decision = clause.check(current, output, spec, terms);
    if ('violation' in decision) return decision;
    current = decision.event;
    changed.push(...decision.changed);
    removed.push(...(decision.removed ?? []));
  }
  return { event: current, changed, removed };
}

function inputText({ tool_input = {} }: HookEvent, { input = {} }: HookOutput): string {
  return quoted(changedKeys(tool_input, input)) || 'the input';
}

function isUnchanged(event: HookEvent, output: HookOutput, clause: Clause): boolean {
  const everything: ModifySpec = { input: ['*'], output: 'replace' };
  const decision = clause.check(event, output, everything, { merge: 'replace', redactKeys: [] });
  return 'event' in decision && decision.changed.length === 0;
}

/** The event after an accepted change, with the names of what changed; or why the change is rejected. */
export type ContractResult =
  | { readonly event: HookEvent; readonly changed: readonly string[]; readonly removed?: readonly string[] }
  | { readonly violation: string };

/**
 * Checks a new tool input: every changed, added or removed key must be declared, and required arguments must stay (G7, G10,
 * G29). One undeclared key rejects the whole change.
 */
function checkInput(
  event: HookEvent,
  proposal: JsonObject,
  allowed: readonly string[],
  merge: 'replace' | 'shallow',
): ContractResult {
  const current = event.tool_input ?? {};
  const proposed = merge === 'shallow' ? { ...current, ...proposal } : proposal;
  const changed = changedKeys(current, proposed);
  if (changed.length === 0) return { event, changed };

  const outside = changed.filter((key) => !isCovered(key, allowed));
  if (outside.length > 0) return { violation: describeOutside(outside, current, proposed, allowed) };

  const toolName = event.tool_name ?? '';
  const alreadyMissing = new Set(missingArguments(toolName, current));
  const missing = missingArguments(toolName, proposed).filter((key) => !alreadyMissing.has(key));
  if (missing.length > 0)
    return { violation: `${toolName} needs ${missing.join(', ')} with another type or at all` };

  const tool = viewTool(toolName, event.tool?.native_name ?? toolName, proposed);
  return { event: { ...event, tool_input: proposed, tool }, changed };
}

function describeOutside(
  outside: readonly string[],
  current: JsonObject,
  proposed: JsonObject,
  allowed: readonly string[],
): string {
  const removed = outside.filter((key) => Object.hasOwn(current, key) && !Object.hasOwn(proposed, key));
  const advice = removed.length > 0 ? '; return the whole input, or declare `merge: shallow`' : '';
  return `changed ${quoted(outside)}, ${butMay(allowed)}${advice}`;
}

function butMay(keys: readonly string[]): string {
  return keys.length === 0 ? 'but may not change anything' : `but may only change ${quoted(keys)}`;
}

function quoted(keys: readonly string[]): string {
  return keys.map((key) => `\`${key}\``).join(', ');
}

/**
 * Names what differs between two objects, in byte order: `timeout`, or `env.PATH` where both sides
 * hold an object under `env`. One dotted level, no deeper. Names only, never values.
 */
export function changedKeys(before: JsonObject, after: JsonObject): readonly string[] {
  const changed: string[] = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const old = before[key];
    const now = after[key];
    if (Object.hasOwn(before, key) === Object.hasOwn(after, key) && isSameJson(old, now)) continue;
    if (isJsonObject(old) && isJsonObject(now)) {
      for (const inner of new Set([...Object.keys(old), ...Object.keys(now)])) {
        if (!isSameJson(old[inner], now[inner])) changed.push(`${key}.${inner}`);
      }
    } else {
      // In quotes, so that a key that is written like a path is not taken for one.
      changed.push(key.includes('.') ? JSON.stringify(key) : key);
    }
  }
  return changed.sort();
}

/** Whether a contract that lists `allowed` covers a changed key: `*`, `timeout`, `env`, `env.*`, `env.PATH`. */
export function isCovered(key: string, allowed: readonly string[]): boolean {
  const parent = key.split('.', 1)[0] ?? key;
  return allowed.some(
    (name) => name === '*' || name === key || name === parent || (name === `${parent}.*` && key !== parent),
  );
}

/** The keys that two lists both cover. */
export function sharedKeys(a: readonly string[], b: readonly string[]): readonly string[] {
  return [...new Set([...a.filter((key) => isCovered(key, b)), ...b.filter((key) => isCovered(key, a))])];
}

/** Checks a new output: anything if the hook may replace it, else redaction only. */
function checkOutput(event: HookEvent, proposal: JsonValue, allowed: 'replace' | 'redact'): ContractResult {
  const field = eventRow(event.hook_event_name).output ?? '';
  const current = event[field] as JsonValue | undefined;
  if (isSameJson(current, proposal)) return { event, changed: [] };
  const removed: string[] = [];
  if (allowed === 'redact') {
    const decision = evaluateRedaction(current, proposal);
    if ('violation' in decision) return { violation: `may only redact: ${decision.violation}` };
    removed.push(...decision.removed);
  } else {
    const problem = shapeProblem(event, field, current, proposal);
    if (problem !== null) return { violation: problem };
  }
  return { event: { ...event, [field]: proposal }, changed: [field], removed };
}

/**
 * Withholds an output behind a marker, in the shape it has, because the hook that should have looked
 * at it failed and declares `onFailure: block`.
 */
export function withholdOutput(event: HookEvent, hookName: string, cause: string): HookEvent {
  const field = eventRow(event.hook_event_name).output ?? '';
  const marker = `[withheld: ${hookName} failed (${cause})]`;
  return { ...event, [field]: replaceTexts(event[field], marker) };
}

/**
 * Returns what is wrong with the shape of a replacement: agents validate the outputs of their own tools and use the original if
 * a replacement does not fit. An MCP tool may return anything.
 */
function shapeProblem(event: HookEvent, field: string, current: unknown, proposal: JsonValue): string | null {
  if (typeof current === 'string' && typeof proposal !== 'string')
    return `\`${field}\` is a string and must remain one`;
  if (event.tool?.mcp != null || !isJsonObject(current)) return null;
  if (!isJsonObject(proposal)) return `\`${field}\` is an object and must stay one`;
  const lost = Object.keys(current).find((key) => typeof proposal[key] !== typeof current[key]);
  return lost === undefined ? null : `\`${field}.${lost}\` must stay and keep its type`;
}

/** Appends a hint to the messages of a model call; nothing of them is touched. */
function checkHint(event: HookEvent, hint: string): ContractResult {
  const content = cleanText(hint);
  if (content === '') return { event, changed: [] };
  return {
    event: { ...event, messages: [...messagesOf(event), { role: 'user', content }] },
    changed: ['hint'],
  };
}

/** Removes the values of known keys from the messages of a model call. One undeclared key rejects everything. */
function checkKeyRedaction(
  event: HookEvent,
  paths: readonly string[],
  redactKeys: readonly string[],
): ContractResult {
  const reading = readKeyPaths(paths, redactKeys);
  if ('violation' in reading) return reading;
  const before = messagesOf(event);
  const { messages, removed } = redactMessages(before, reading.paths);
  if (messages === before) return { event, changed: [] };
  return { event: { ...event, messages }, changed: ['messages'], removed };
}

function messagesOf(event: HookEvent): readonly JsonValue[] {
  return (event['messages'] ?? []) as readonly JsonValue[];
}

/**
 * Checks the tools that a hook leaves: each entry must be an offered tool, unchanged, or its name. They stay in the host's
 * order. Linear.
 */
function checkTools(event: HookEvent, proposal: readonly JsonValue[]): ContractResult {
  const offered = (event['tools'] ?? []) as readonly JsonValue[];
  const byName = new Map(offered.map((tool) => [nameOf(tool), tool]));
  const remaining = new Set<string>();
  for (const tool of proposal) {
    const name = nameOf(tool);
    if (!byName.has(name)) return { violation: `added the tool ${name}, but may only take tools away` };
    if (typeof tool !== 'string' && !isSameJson(tool, byName.get(name)))
      return { violation: `changed the tool ${name}, but may only take tools away` };
    remaining.add(name);
  }
  const tools = offered.filter((tool) => remaining.has(nameOf(tool)));
  if (tools.length === offered.length) return { event, changed: [] };
  return { event: { ...event, tools }, changed: ['tools'] };
}

/** Hosts offer names, or objects with a name. */
function nameOf(tool: JsonValue): string {
  if (typeof tool === 'string') return tool;
  const name = isJsonObject(tool) ? tool['name'] : undefined;
  return typeof name === 'string' ? name : JSON.stringify(tool);
}
