import type { Ended, Sent } from './driver.ts';
import type { Seen } from './open-hooks.ts';
import type { AdapterRow, TextExpectation, Wanted } from './row.ts';
import type { Log } from './script.ts';
import type { Way } from './ways.ts';

interface Played extends Log {
  readonly events: readonly Seen[];
  readonly ended: Ended;
  readonly stored: string;
}

/** The differences between a played row and its expectations: a sentence each. */
export function compareLog({ expect }: AdapterRow, way: Way, played: Played): readonly string[] {
  const { ended, ran, order, events = {}, counts = {}, sent, subagentSent, never = [], stored } = expect;
  const payloadsOf = (name: string): readonly object[] =>
    played.events.flatMap((event) => (event.name === name ? [event.payload] : []));
  const names = played.events.map(({ name }) => name);
  const calls = ran?.map(([tool, input]) => [way.nameOf(tool), input]);
  const texts = [...played.sent.map(({ text }) => text), played.stored, played.ended.text];
  return [
    ...(ended === undefined ? [] : differences('ended', played.ended, ended)),
    ...(calls === undefined ? [] : differences('ran', played.ran, calls)),
    ...(order === undefined ? [] : differences('order', names, order)),
    ...Object.entries(events).flatMap(([name, wanted]) => {
      const payloads = wanted.map((payload) => named(payload, way));
      return differences(name, payloadsOf(name), payloads);
    }),
    ...Object.entries(counts).flatMap(([name, count]) =>
      differences(`the number of ${name}`, payloadsOf(name).length, count),
    ),
    ...(sent === undefined ? [] : compareSent('model call', played.sent, sent, way)),
    ...(subagentSent === undefined
      ? []
      : compareSent('model call of the sub-agent', played.subagentSent, subagentSent, way)),
    ...never.flatMap((secret) =>
      texts.filter((text) => text.includes(secret)).map((text) => `${show(secret)} stands in ${text}`),
    ),
    ...(stored === undefined ? [] : compareText('what is kept', played.stored, stored)),
  ];
}

/** An expected payload with the name that its tool has in this way. */
function named(wanted: { readonly [key: string]: Wanted }, way: Way): Wanted {
  const { tool_name: tool } = wanted;
  return typeof tool === 'string' ? { ...wanted, tool_name: way.nameOf(tool) } : wanted;
}

function compareSent(
  name: string,
  found: readonly Sent[],
  wanted: readonly TextExpectation[],
  way: Way,
): readonly string[] {
  if (found.length !== wanted.length)
    return [`There is a ${name} ${found.length} times, and should be ${wanted.length} times`];
  return wanted.flatMap((expected, at) => {
    const { text = '', tools = [] } = found[at] ?? {};
    const offered = expected.tools?.map(way.nameOf);
    return [
      ...compareText(`${name} ${at + 1}`, text, expected),
      ...(offered === undefined ? [] : differences(`${name} ${at + 1}: tools`, [...tools], offered)),
    ];
  });
}

function compareText(
  name: string,
  text: string,
  { has = [], inOrder = [], without = [] }: TextExpectation,
): readonly string[] {
  const positions = inOrder.map((part) => text.indexOf(part));
  const isInOrder = positions.every((position, at) => position > (positions[at - 1] ?? -1));
  return [
    ...(isInOrder ? [] : [`${name} has not ${inOrder.map(show).join(', then ')}: ${text}`]),
    ...has.filter((part) => !text.includes(part)).map((part) => `${name} lacks ${show(part)}: ${text}`),
    ...without.filter((part) => text.includes(part)).map((part) => `${name} has ${show(part)}: ${text}`),
  ];
}

/** The differences between a value and what is wanted, key by key: a sentence each. */
function differences(name: string, found: unknown, wanted: Wanted): readonly string[] {
  const different = [`${name} is ${show(found)}, and should be ${show(wanted)}`];
  if (wanted instanceof RegExp)
    return wanted.test(typeof found === 'string' ? found : show(found)) ? [] : different;
  if (Array.isArray(wanted)) {
    if (!Array.isArray(found) || found.length !== wanted.length) return different;
    return wanted.flatMap((item, at) => differences(`${name}[${at}]`, found[at], item));
  }
  if (typeof wanted === 'object' && wanted !== null) {
    if (typeof found !== 'object' || found === null) return different;
    const values = found as Readonly<Record<string, unknown>>;
    return Object.entries(wanted).flatMap(([key, item]) => differences(`${name}.${key}`, values[key], item));
  }
  return found === wanted ? [] : different;
}

/** As JSON, except for patterns. */
function show(value: unknown): string {
  if (value instanceof RegExp) return String(value);
  const text = JSON.stringify(value, (_, item) => (item instanceof RegExp ? String(item) : item));
  return text ?? 'absent';
}
