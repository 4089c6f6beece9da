import { differences, show } from './compare.ts';
import type { Ended, Sent } from './driver.ts';
import type { Seen } from './open-hooks.ts';
import type { AdapterRow, Told, Wanted } from './row.ts';
import type { Log } from './script.ts';
import type { Way } from './ways.ts';

interface Played extends Log {
  readonly events: readonly Seen[];
  readonly ended: Ended;
  readonly kept: string;
}

/** What was not as the row says. */
export function compareLog({ expect }: AdapterRow, way: Way, played: Played): readonly string[] {
  const { ended, ran, order, events = {}, counts = {}, heard, delegateHeard, never = [], kept } = expect;
  const firedAs = (name: string): readonly object[] =>
    played.events.flatMap((event) => (event.name === name ? [event.payload] : []));
  const everything = [...played.heard.map(({ text }) => text), played.kept, played.ended.text];
  return [
    ...(ended === undefined ? [] : differences('ended', played.ended, ended)),
    ...(ran === undefined
      ? []
      : differences(
          'ran',
          played.ran,
          ran.map(([tool, input]) => [way.nameOf(tool), input]),
        )),
    ...(order === undefined
      ? []
      : differences(
          'order',
          played.events.map(({ name }) => name),
          order,
        )),
    ...Object.entries(events).flatMap(([name, wanted]) =>
      differences(
        name,
        firedAs(name),
        wanted.map((one) => named(one, way)),
      ),
    ),
    ...Object.entries(counts).flatMap(([name, count]) =>
      differences(`the number of ${name}`, firedAs(name).length, count),
    ),
    ...(heard === undefined ? [] : compareHeard('model call', played.heard, heard, way)),
    ...(delegateHeard === undefined
      ? []
      : compareHeard('model call of the sub-agent', played.delegateHeard, delegateHeard, way)),
    ...never.flatMap((text) =>
      everything.filter((one) => one.includes(text)).map((one) => `${show(text)} stands in ${one}`),
    ),
    ...(kept === undefined ? [] : compareText('what is kept', played.kept, kept)),
  ];
}

/** Tools have the name of their way. */
function named(wanted: { readonly [key: string]: Wanted }, way: Way): Wanted {
  const { tool_name: tool } = wanted;
  return typeof tool === 'string' ? { ...wanted, tool_name: way.nameOf(tool) } : wanted;
}

function compareHeard(
  what: string,
  found: readonly Sent[],
  wanted: readonly Told[],
  way: Way,
): readonly string[] {
  if (found.length !== wanted.length)
    return [`There is a ${what} ${found.length} times, and should be ${wanted.length} times`];
  return wanted.flatMap((told, at) => {
    const { text = '', tools = [] } = found[at] ?? {};
    const offered = told.tools?.map(way.nameOf);
    return [
      ...compareText(`${what} ${at + 1}`, text, told),
      ...(offered === undefined ? [] : differences(`${what} ${at + 1}: tools`, [...tools], offered)),
    ];
  });
}

function compareText(
  what: string,
  text: string,
  { has = [], inOrder = [], lacks = [] }: Told,
): readonly string[] {
  const places = inOrder.map((one) => text.indexOf(one));
  const isInOrder = places.every((place, at) => place > (places[at - 1] ?? -1));
  return [
    ...(isInOrder ? [] : [`${what} has not ${inOrder.map(show).join(', then ')}: ${text}`]),
    ...has.filter((one) => !text.includes(one)).map((one) => `${what} lacks ${show(one)}: ${text}`),
    ...lacks.filter((one) => text.includes(one)).map((one) => `${what} has ${show(one)}: ${text}`),
  ];
}
