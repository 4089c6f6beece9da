import { nearestName } from '../errors/nearest-name.ts';
import { type EventName, isEventName, type Permit } from '../events/events.ts';
import { protocols } from '../protocols/index.ts';
import type { ProtocolId } from '../protocols/protocol.ts';
import { describeWords, type IssueList, quote, showText } from '../yaml/issue-list.ts';
import { canonicalEventsOf, permitsOn } from './events.ts';
import type { RawManifest } from './keys.ts';
import type { ManifestEvent, ModifySpec } from './manifest.ts';

export type ModifyReading = Readonly<Partial<Record<EventName, ModifySpec>>>;

/** What the words under an event mean, where the event permits it. `input` takes names of arguments instead. */
const wordMeanings: readonly { readonly permit: Permit; readonly word: string; readonly spec: ModifySpec }[] =
  [
    { permit: 'output', word: 'output', spec: { output: 'replace' } },
    { permit: 'output', word: 'redact', spec: { output: 'redact' } },
    { permit: 'hint', word: 'hint', spec: { hint: true } },
    { permit: 'hint', word: 'redact', spec: { redact: true } },
    { permit: 'replace', word: 'messages', spec: { messages: true } },
    { permit: 'tools', word: 'tools', spec: { tools: true } },
  ];

/**
 * Parses `modify`: what the hook may change, by canonical event.
 *
 * A key is a canonical event or a name under `events`; what the event (narrowed by that name) does not permit is an error.
 */
export function readModify(
  raw: Partial<RawManifest>,
  events: readonly ManifestEvent[],
  issues: IssueList,
): ModifyReading {
  const specs: Partial<Record<EventName, ModifySpec>> = {};
  // Invalid events are already reported.
  if (events.length === 0) return specs;
  for (const [key, wanted] of Object.entries(raw.modify ?? {})) {
    const reject = (detail: string, example = 'modify: { PreToolUse: [timeout] }'): void =>
      issues.add(
        'MANIFEST_MODIFY',
        { event: showText(key), found: quote(wanted.join(', ')), detail, example },
        ['modify', key],
      );
    const targets = targetsOf(key, events);
    if (targets.length === 0) reject(describeForeignKey(key, events));
    for (const event of targets) {
      const reading = readSpec(wanted, permitsOn(event, events));
      if ('error' in reading) {
        reject(`${event} ${reading.error}`, reading.example?.replace('EVENT', key));
        break;
      }
      if (specs[event] !== undefined) reject(`${event} is there twice, under different names`);
      else if (Object.keys(reading.spec).length > 0) specs[event] = reading.spec;
    }
  }
  return specs;
}

/** What a protocol lets a hook change if its manifest declares nothing, as far as its events permit it. */
export function defaultModify(protocol: ProtocolId, events: readonly ManifestEvent[]): ModifyReading {
  const { modify } = protocols[protocol];
  if (modify === null) return {};
  const { input, output, hint, redact, messages, tools } = modify;
  const specs: Partial<Record<EventName, ModifySpec>> = {};
  for (const event of canonicalEventsOf(events)) {
    const permits = permitsOn(event, events);
    const spec: ModifySpec = {
      ...(input !== undefined && permits.includes('input') ? { input } : {}),
      ...(output !== undefined && permits.includes('output') ? { output } : {}),
      ...(hint && permits.includes('hint') ? { hint } : {}),
      ...(redact && permits.includes('hint') ? { redact } : {}),
      ...(messages && permits.includes('replace') ? { messages } : {}),
      ...(tools && permits.includes('tools') ? { tools } : {}),
    };
    if (Object.keys(spec).length > 0) specs[event] = spec;
  }
  return specs;
}

function targetsOf(key: string, events: readonly ManifestEvent[]): readonly EventName[] {
  const named = events.find((event) => event.name === key);
  return named?.events ?? canonicalEventsOf(events).filter((event) => event === key);
}

function describeForeignKey(key: string, events: readonly ManifestEvent[]): string {
  const near = isEventName(key)
    ? null
    : nearestName(
        key,
        events.map((event) => event.name),
      );
  return `it is not under \`events\`${near === null ? '' : `, ${near} is`}`;
}

type SpecReading = { readonly spec: ModifySpec } | { readonly error: string; readonly example?: string };

function readSpec(wanted: readonly string[], permits: readonly Permit[]): SpecReading {
  if (permits.includes('input')) return readArguments(wanted);
  const allowed = wordMeanings.filter(({ permit }) => permits.includes(permit));
  if (allowed.length === 0) return { error: 'permits no change' };
  let spec: ModifySpec = {};
  for (const word of wanted) {
    const meaning = allowed.find((item) => item.word === word);
    if (meaning === undefined) {
      return {
        error: `permits ${describeWords(allowed.map((entry) => entry.word))}`,
        example: `modify: { EVENT: ${allowed[0]?.word} }`,
      };
    }
    // A hook that may replace an output may redact it too, in any order of the words.
    spec =
      spec.output === 'replace'
        ? { ...spec, ...meaning.spec, output: 'replace' }
        : { ...spec, ...meaning.spec };
  }
  return { spec };
}

/** Names of arguments: `timeout`, `env.PATH`, `env.*`, or `*` for all. */
function readArguments(wanted: readonly string[]): SpecReading {
  const wrong = wanted.find((name) => name !== '*' && !/^[^.*\s]+(?:\.(?:\*|[^.*\s]+))?$/.test(name));
  if (wrong !== undefined) {
    return {
      error: `takes names of arguments with one dot at most, not ${quote(wrong)}`,
      example: 'modify: { EVENT: [timeout, "env.*"] }',
    };
  }
  return { spec: wanted.length === 0 ? {} : { input: [...new Set(wanted)] } };
}
