import { Composer, type Document, isMap, isScalar, isSeq, Lexer, type ParsedNode, Parser } from 'yaml';
import type { JsonValue } from '../events/json.ts';
import { createLineTable, type KeyPath, type Locate, quote, type TextPlace } from './issue-list.ts';

// The only importer of `yaml`; it loads in some 8 ms.
export { type Document, isCollection, isMap, isNode, isScalar, type Node } from 'yaml';

/** Longer documents are rejected before anything is parsed. */
const MAX_YAML_CHARACTERS = 65_536;
export const MAX_YAML_DEPTH = 32;

/** Some 1,700 lines of settings. Hostile texts of that size stay below 50 ms; no honest one comes near. */
const MAX_TOKENS = 12_000;
const MAX_PROBLEMS = 20;
const REJECTED_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype', '<<']);
const REJECTED_TOKENS: Readonly<Record<string, string>> = {
  '*': 'aliases are not supported',
  '&': 'anchors are not supported',
  '!': 'tags are not supported',
  '%': 'directives are not supported',
};
/** The lexer marks a following scalar with this character, which is not part of the text. */
const SCALAR_FOLLOWS = '\u001f';
const SIGNS_WITHOUT_TEXT: ReadonlySet<string> = new Set(['\u0002', '\u0018', SCALAR_FOLLOWS]);

export interface YamlProblem extends TextPlace {
  readonly kind: 'size' | 'depth' | 'syntax';
  readonly message: string;
}

export type YamlReading =
  | { readonly value: JsonValue; readonly locate: Locate }
  | { readonly problems: readonly YamlProblem[] };

/**
 * Parses YAML from a file from outside into plain data: the core schema and nothing more.
 *
 * Aliases, anchors, tags, directives, merge keys, duplicate keys, several documents, control characters, the keys of
 * `REJECTED_KEYS`, and every warning of the parser are problems, all reported. Objects have no prototype. `.nan` and `.inf` are
 * returned as numbers.
 *
 * `firstLine` is the line of the file on which the document starts.
 */
export function parseYaml(text: string, options: { readonly firstLine?: number } = {}): YamlReading {
  const location = createLineTable(text, options.firstLine ?? 1);
  const problems: YamlProblem[] = [];
  const report = (message: string, offset: number, kind: YamlProblem['kind'] = 'syntax'): void => {
    if (problems.length < MAX_PROBLEMS) problems.push({ kind, message, ...location(offset) });
  };

  if (text.length > MAX_YAML_CHARACTERS) {
    report(`it has ${text.length} characters, at most ${MAX_YAML_CHARACTERS} are read`, 0, 'size');
    return { problems };
  }
  const control = /(?![\t\n]|\r\n)\p{Cc}/u.exec(text);
  if (control !== null) report('it contains a control character', control.index);

  const tokens = scanTokens(text, report);
  if (problems.length > 0) return { problems };
  const document = compose(tokens, text.length);
  // Some of the parser's sentences quote the text.
  const clean = (message: string): string => message.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 200);
  for (const { message, pos } of [...document.errors, ...document.warnings]) report(clean(message), pos[0]);
  if (problems.length > 0) return { problems };

  const value = readNode(document.contents, 1, report);
  if (problems.length > 0) return { problems };
  return { value, locate: (path, of = 'value') => location(findOffset(document.contents, path, of)) };
}

type Report = (message: string, offset: number, kind?: YamlProblem['kind']) => void;

/**
 * The tokens of the text, or a report of what must not reach the composer: it recurses for every
 * level of nesting, and its work grows with the tokens.
 */
function scanTokens(text: string, report: Report): readonly string[] {
  const tokens: string[] = [];
  const nesting = createNestingCounter();
  let offset = 0;
  let lineStart = 0;
  let isScalarNext = false;
  let hasContent = false;
  for (const token of new Lexer().lex(text)) {
    tokens.push(token);
    if (tokens.length > MAX_TOKENS) {
      report('it has too many keys and values', offset, 'size');
      return tokens;
    }
    // A scalar may begin with any sign and means nothing by it.
    const kind = isScalarNext ? 'scalar' : token.charAt(0);
    const rejection = REJECTED_TOKENS[kind];
    if (rejection !== undefined) report(rejection, offset);
    if (!isScalarNext && (token === '...' || (token === '---' && hasContent))) {
      report('it is more than one document', offset);
    }
    isScalarNext = token === SCALAR_FOLLOWS;
    if (SIGNS_WITHOUT_TEXT.has(token)) continue;
    const isBlank = /^(?:[\s#\ufeff]|$)/.test(kind);
    if (!isBlank) hasContent = true;
    if (nesting.add(kind, isBlank, offset - lineStart) > MAX_YAML_DEPTH + 1) {
      report('it is nested too deeply', offset, 'depth');
      return tokens;
    }
    offset += token.length;
    if (token.includes('\n')) {
      nesting.startLine();
      lineStart = offset - token.length + token.lastIndexOf('\n') + 1;
    }
  }
  return tokens;
}

/** The document of a text in which `parseYaml` finds no problem, to edit it. */
export function composeYaml(text: string): Document {
  return compose([...new Lexer().lex(text)], text.length) as Document;
}

function compose(tokens: readonly string[], length: number): Document.Parsed<ParsedNode> {
  const parser = new Parser();
  // Uniqueness is checked in `readNode`: here it takes quadratic time.
  const composer = new Composer({ schema: 'core', stringKeys: true, uniqueKeys: false, logLevel: 'silent' });
  function* nodes(): Generator<ReturnType<typeof parser.next> extends Generator<infer T> ? T : never> {
    for (const token of tokens) yield* parser.next(token);
    yield* parser.end();
  }
  const { stackTraceLimit } = Error;
  // A hostile text makes thousands of error objects, and their stacks cost ten times the parsing.
  Error.stackTraceLimit = 0;
  try {
    const [document] = composer.compose(nodes(), true, length);
    if (document === undefined) throw new Error('The composer made no document.');
    return document as Document.Parsed<ParsedNode>;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function readNode(node: ParsedNode | null, depth: number, report: Report): JsonValue {
  if (node === null) return null;
  if (isScalar(node)) return node.value as JsonValue;
  if (depth > MAX_YAML_DEPTH) {
    report('it is nested too deeply', node.range[0], 'depth');
    return null;
  }
  if (isSeq(node)) return node.items.map((item) => readNode(item, depth + 1, report));
  if (!isMap(node)) throw new Error('The composer made an alias, although the scanner rejects them.');
  const object: Record<string, JsonValue> = Object.create(null);
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? String(key.value) : '';
    if (REJECTED_KEYS.has(name)) report(`the key "${name}" is not allowed`, key.range[0]);
    else if (Object.hasOwn(object, name)) report(`the key ${quote(name)} is there twice`, key.range[0]);
    else object[name] = readNode(value, depth + 1, report);
  }
  return object;
}

function findOffset(root: ParsedNode | null, path: KeyPath, of: 'key' | 'value'): number {
  let node = root;
  let offset = root?.range[0] ?? 0;
  for (const [index, step] of path.entries()) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === step);
      if (pair === undefined) return offset;
      const isLast = index === path.length - 1;
      const isAtKey = (isLast && of === 'key') || !isBesideKey(pair.value);
      offset = isAtKey || pair.value === null ? pair.key.range[0] : pair.value.range[0];
      node = pair.value;
    } else if (isSeq(node) && typeof step === 'number') {
      const item = node.items[step] ?? null;
      if (item === null) return offset;
      offset = item.range[0];
      node = item;
    } else {
      return offset;
    }
  }
  return offset;
}

/** A value that is empty, or a collection that begins on a line below, is found at its key. */
function isBesideKey(value: ParsedNode | null): boolean {
  if (value === null || (isScalar(value) && value.source === '' && value.value === null)) return false;
  return !((isMap(value) || isSeq(value)) && value.flow !== true);
}

interface NestingCounter {
  /** Takes the first character of the next token, and gives how many levels are open after it. */
  readonly add: (kind: string, isBlank: boolean, column: number) => number;
  readonly startLine: () => void;
}

/**
 * Counts the levels that are open after each token. Never more than one above the truth, and never
 * less than half of it (a list may stand in the column of its key): `readNode` counts exactly.
 */
function createNestingCounter(): NestingCounter {
  const columns: number[] = [];
  let flowDepth = 0;
  let mayOpenBlock = true;
  return {
    add(kind, isBlank, column) {
      if (kind === '[' || kind === '{') flowDepth++;
      else if (kind === ']' || kind === '}') flowDepth = Math.max(0, flowDepth - 1);
      else if (!isBlank && flowDepth === 0 && mayOpenBlock) {
        while ((columns.at(-1) ?? -1) >= column) columns.pop();
        columns.push(column);
      }
      if (!isBlank) mayOpenBlock &&= kind === '-' || kind === '?';
      return columns.length + flowDepth;
    },
    startLine: () => {
      mayOpenBlock = true;
    },
  };
}
