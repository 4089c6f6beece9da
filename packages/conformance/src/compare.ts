import type { Ended, Sent } from './driver.ts';
import type { SentEvent } from './open-hooks.ts';
import type { AdapterRow, TextExpectation, Wanted } from './row.ts';
import type { Log } from './script.ts';
import type { Way } from './ways.ts';

interface RowRun extends Log {
  readonly events: readonly SentEvent[];
  readonly ended: Ended;
  readonly stored: string;
}

/** Returns each difference between a run of a row and its expectations, as a sentence. */
export function compareLog({ expect }: AdapterRow, way: Way, run: RowRun): readonly string[] {
  const { ended, ran, order, events = {}, counts = {}, sent, subagentSent, never = [], stored } = expect;
  const payloadsOf = (name: string): readonly object[] =>
    run.events.flatMap((event) => (event.name === name ? [event.payload] : []));
  const names = run.events.map(({ name }) => name);
  const calls = ran?.map(([tool, input]) => [way.nameOf(tool), input]);
  const texts = [...run.sent.map(({ text }) => text), run.stored, run.ended.text];
  return [
    ...(ended === undefined ? [] : differences('ended', run.ended, ended)),
    ...(calls === undefined ? [] : differences('ran', run.ran, calls)),
    ...(order === undefined ? [] : differences('order', names, order)),
    ...Object.entries(events).flatMap(([name, wanted]) => {
      const payloads = wanted.map((payload) => withToolName(payload, way));
      return differences(name, payloadsOf(name), payloads);
    }),
    ...Object.entries(counts).flatMap(([name, count]) =>
      differences(`the number of ${name}`, payloadsOf(name).length, count),
    ),
    ...(sent === undefined ? [] : compareSent('model call', run.sent, sent, way)),
    ...(subagentSent === undefined
      ? []
      : compareSent('sub-agent model call', run.subagentSent, subagentSent, way)),
    ...never.flatMap((secret) =>
      texts.filter((text) => text.includes(secret)).map((text) => `${format(secret)} is in ${text}`),
    ),
    ...(stored === undefined ? [] : compareText('the stored conversation', run.stored, stored)),
  ];
}

/** Returns an expected payload with the name that its tool has in this way. */
function withToolName(wanted: { readonly [key: string]: Wanted }, way: Way): Wanted {
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
    return [`the number of ${name}s is ${found.length}, expected ${wanted.length}`];
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
    ...(isInOrder ? [] : [`${name} does not contain ${inOrder.map(format).join(', then ')}: ${text}`]),
    ...has
      .filter((part) => !text.includes(part))
      .map((part) => `${name} does not contain ${format(part)}: ${text}`),
    ...without
      .filter((part) => text.includes(part))
      .map((part) => `${name} contains ${format(part)}: ${text}`),
  ];
}

/** Returns each difference between a value and the expected value, key by key, as a sentence. */
function differences(name: string, found: unknown, wanted: Wanted): readonly string[] {
  const different = [`${name} is ${format(found)}, expected ${format(wanted)}`];
  if (wanted instanceof RegExp)
    return wanted.test(typeof found === 'string' ? found : format(found)) ? [] : different;
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

/** Formats a value as JSON, and a pattern as a pattern. */
function format(value: unknown): string {
  if (value instanceof RegExp) return String(value);
  const text = JSON.stringify(value, (_, item) => (item instanceof RegExp ? String(item) : item));
  return text ?? 'absent';
}
