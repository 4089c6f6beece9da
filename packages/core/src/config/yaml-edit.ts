import { composeYaml, parseYaml } from '../manifest/yaml.ts';
import { isMap, isScalar, type ParsedNode, type YAMLMap } from '../manifest/yaml-library.ts';
import { isSameJson, type JsonValue } from '../protocol/json.ts';
import { isNothing, valueAt, valueWith, valueWithout } from './value-edit.ts';
import {
  afterColon,
  cut,
  endOf,
  type Found,
  indentOf,
  isEmpty,
  lineEnd,
  lineStart,
  newlineOf,
  pairEnd,
} from './yaml-places.ts';
import { blockLines, flowPairs, flowText } from './yaml-text.ts';

type Steps = readonly string[];
type Block = YAMLMap.Parsed<ParsedNode, ParsedNode | null>;

/**
 * A YAML text with one value set (`undefined` = taken away), and every other byte as it was: comments, order, blanks.
 *
 * Pure. For a text in which `parseYaml` finds no problem, and paths through mappings. What was put in is read again:
 * where it does not say what it should, the library writes the whole text anew, comments and order kept.
 */
export function editYaml(text: string, path: Steps, value: JsonValue | undefined): string {
  const before = plain(text);
  const wanted = value === undefined ? valueWithout(before, path) : valueWith(before, path, value);
  const says = (candidate: string): 'as wanted' | 'otherwise' | 'nothing' => {
    const reading = parseYaml(candidate);
    if ('problems' in reading) return 'nothing';
    const isSame = isSameJson(withoutEmpty(reading.value, path), withoutEmpty(wanted, path));
    return isSame ? 'as wanted' : 'otherwise';
  };
  const spliced = splice(text, path, value);
  if (spliced !== null && says(spliced) === 'as wanted') return spliced;
  const rewritten = rewrite(text, path, value);
  // What cannot be read is for the caller, who judges the text: a key `constructor`, a text grown too long.
  if (says(rewritten) === 'otherwise') throw new Error(`${path.join('.')} cannot be edited in place`);
  return rewritten;
}

function plain(text: string): JsonValue {
  const reading = parseYaml(text);
  if ('problems' in reading)
    throw new Error(`a text with problems cannot be edited: ${reading.problems[0]?.message}`);
  return reading.value;
}

/** An ancestor that holds nothing says the same as none. */
function withoutEmpty(value: JsonValue, path: Steps): JsonValue {
  return (
    path.slice(1).reduceRight<JsonValue>((whole, _, index) => {
      const above = path.slice(0, index + 1);
      return isNothing(valueAt(whole, above)) ? valueWithout(whole, above) : whole;
    }, value) ?? {}
  );
}

function rewrite(text: string, path: Steps, value: JsonValue | undefined): string {
  const document = composeYaml(text);
  if (!isMap(document.contents)) document.contents = null;
  for (let length = 1; length < path.length; length++) {
    const above = document.getIn(path.slice(0, length));
    if (above === null) document.deleteIn(path.slice(0, length));
  }
  if (value === undefined) document.deleteIn(path);
  else document.setIn(path, value);
  return document.toString({ lineWidth: 0 });
}

function splice(text: string, path: Steps, value: JsonValue | undefined): string | null {
  const root = composeYaml(text).contents;
  if (root !== null && !isMap(root) && !isEmpty(root)) return null;
  const maps: Block[] = [];
  const pairs: Found[] = [];
  for (let node: ParsedNode | null = root; isMap(node) && pairs.length < path.length; ) {
    const map = node as Block;
    const step = path[pairs.length];
    const pair = map.items.find(({ key }) => isScalar(key) && String(key.value) === step) as
      | Found
      | undefined;
    maps.push(map);
    if (pair === undefined) break;
    pairs.push(pair);
    node = pair.value;
  }
  if (value === undefined) return pairs.length < path.length ? text : remove(text, maps, pairs);
  const rest = path.slice(pairs.length);
  const last = pairs.at(-1);
  if (rest.length === 0 && last !== undefined) return replace(text, last, value);
  const map = maps[pairs.length];
  if (map !== undefined) return insert(text, map, rest, value);
  if (last !== undefined) return fill(text, last, maps.at(-1)?.flow === true, rest, value);
  const lines = blockLines(rest, value, '', newlineOf(text));
  return `${text}${text === '' || text.endsWith('\n') ? '' : newlineOf(text)}${lines}${newlineOf(text)}`;
}

/** Another value in the place of the old one. */
function replace(text: string, { key, value }: Found, to: JsonValue): string {
  const keyEnd = key.range[1];
  if (isEmpty(value)) return cut(text, afterColon(text, keyEnd), 0, ` ${flowText(to)}`);
  const start = value?.range[0] ?? keyEnd;
  const end = endOf(text, value, keyEnd);
  // A value that began on a line of its own goes beside its key, unless a comment stands between.
  const isBelow = /^\s*:\s*\n\s*$/.test(text.slice(keyEnd, start));
  return isBelow
    ? cut(text, keyEnd, end - keyEnd, `: ${flowText(to)}`)
    : cut(text, start, end - start, flowText(to));
}

/** One key more at the end of a mapping. */
function insert(text: string, map: Block, rest: Steps, value: JsonValue): string | null {
  const last = map.items.at(-1) as Found | undefined;
  if (map.flow) {
    const pairs = flowPairs(rest, value);
    if (last === undefined) return cut(text, map.range[0], map.range[1] - map.range[0], `{ ${pairs} }`);
    return cut(text, pairEnd(text, last), 0, `, ${pairs}`);
  }
  const indent = last === undefined ? null : indentOf(text, (map.items[0] as Found).key);
  if (last === undefined || indent === null) return null;
  return insertLines(text, pairEnd(text, last), rest, value, indent);
}

/** The first key of a mapping that held nothing so far. */
function fill(text: string, pair: Found, isFlow: boolean, rest: Steps, value: JsonValue): string | null {
  if (!isEmpty(pair.value)) {
    const isNull = isScalar(pair.value) && pair.value.value === null;
    return isNull
      ? replace(
          text,
          pair,
          rest.reduceRight((inner, step) => ({ [step]: inner }), value),
        )
      : null;
  }
  const at = afterColon(text, pair.key.range[1]);
  if (isFlow) return cut(text, at, 0, ` { ${flowPairs(rest, value)} }`);
  const indent = indentOf(text, pair.key);
  return indent === null ? null : insertLines(text, at, rest, value, `${indent}  `);
}

function insertLines(text: string, after: number, rest: Steps, value: JsonValue, indent: string): string {
  const newline = newlineOf(text);
  return cut(text, lineEnd(text, after), 0, `${newline}${blockLines(rest, value, indent, newline)}`);
}

/** Without the last pair, and without what would hold nothing then and no comment. */
function remove(text: string, maps: readonly Block[], pairs: readonly Found[]): string | null {
  let depth = pairs.length - 1;
  while (depth > 0 && maps[depth]?.items.length === 1 && holdsNoComment(text, pairs, depth)) depth--;
  const map = maps[depth];
  const pair = pairs[depth];
  if (map === undefined || pair === undefined) return null;
  const [start, end] = map.flow
    ? flowRange(text, map, pair)
    : [lineStart(text, pair.key.range[0]), pairEnd(text, pair)];
  if (map.flow) return cut(text, start, end - start, '');
  if (indentOf(text, pair.key) === null) return null;
  const next = lineEnd(text, end);
  const newline = text.startsWith('\r\n', next) ? 2 : next < text.length ? 1 : 0;
  return cut(text, start, next + newline - start, '');
}

function holdsNoComment(text: string, pairs: readonly Found[], depth: number): boolean {
  const parent = pairs[depth - 1]?.key.range[1] ?? 0;
  return /^\s*:\s*\{?\s*$/.test(text.slice(parent, pairs[depth]?.key.range[0] ?? parent));
}

/** A pair of a flow mapping, with the comma that goes with it. */
function flowRange(text: string, { items }: Block, pair: Found): readonly [number, number] {
  const index = items.indexOf(pair as Block['items'][number]);
  const next = items[index + 1] as Found | undefined;
  const previous = items[index - 1] as Found | undefined;
  if (previous !== undefined) return [pairEnd(text, previous), pairEnd(text, pair)];
  return [pair.key.range[0], next?.key.range[0] ?? pairEnd(text, pair)];
}
