import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import jsTokens from 'js-tokens';
import { decodeUtf8 } from '../../events/json.ts';
import { readPlainFile } from '../../state/files.ts';
import type { TextPlace } from '../../yaml/issue-list.ts';
import { type ModuleFacts, opencodeKeys, opencodeTypes } from './module-form.ts';

/** Of a module with all that it imports. */
const MAX_BYTES = 1024 * 1024;
const MAX_FILES = 200;
/** The parts of a name that are shown. */
const MAX_PARTS = 4;
/** What an import may leave out, or have in place of the extension of the source. */
const EXTENSIONS = ['', '.ts', '.js', '.mjs', '/index.ts', '/index.js'];
/** Its plugins have no objects of hooks. */
const SECOND_VERSION = '@opencode/plugin';

/** What the text of a module shows, and where. */
export interface ModuleReading {
  readonly facts: ModuleFacts;
  /** Where a key is in the module itself. */
  readonly places: ReadonlyMap<string, TextPlace>;
}

/** A module and those that it imports from `dir`, relative to that. Throws where a file cannot be read. */
export function listModules(dir: string, file: string): readonly string[] {
  return [...scanModules(dir, file).keys()];
}

function scanModules(dir: string, file: string): ReadonlyMap<string, ScannedText> {
  const texts = new Map<string, ScannedText>();
  const open = new Set([file]);
  let bytes = 0;
  for (const path of open) {
    const text = readText(dir, path);
    bytes += text.length;
    if (bytes > MAX_BYTES || open.size > MAX_FILES)
      throw new Error(`${file} imports more than ${MAX_FILES} files or ${MAX_BYTES} bytes`);
    const scanned = scanText(text);
    texts.set(path, scanned);
    for (const name of scanned.imports) {
      const found = findModule(dir, posix.join(posix.dirname(path), name));
      if (found !== null) open.add(found);
    }
  }
  return texts;
}

/**
 * Reads which hooks a module of OpenCode's returns, from its text and that of the modules of the plugin that it imports. Nothing
 * is executed: a key that is computed is not found. Throws where a file cannot be read.
 */
export function readModule(dir: string, file: string): ModuleReading {
  const texts = scanModules(dir, file);
  // A module beside plugins that exports nothing, such as a test of one, is none.
  const all = texts.get(file)?.isExporting === true ? [...texts.values()] : [];
  const unique = (of: (text: ScannedText) => readonly string[]): readonly string[] => [
    ...new Set(all.flatMap(of)),
  ];
  const keys = unique((text) => [...text.keys.keys()]);
  return {
    facts: {
      handler: file,
      keys,
      types: unique(({ types }) => types),
      notHonored: notHonored(
        keys,
        unique(({ calls }) => calls),
        unique(({ spreads }) => spreads),
      ),
    },
    places: all[0]?.keys ?? new Map(),
  };
}

function notHonored(
  keys: readonly string[],
  calls: readonly string[],
  spreads: readonly string[],
): readonly string[] {
  const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
  if (calls.includes(SECOND_VERSION))
    return [`${list([SECOND_VERSION])} is for version 2 of OpenCode, whose plugins HookMD cannot run`];
  const [ofBun = [], ofClient = []] = [/^Bun/, /^client/].map((part) =>
    calls.filter((name) => keys.length > 0 && part.test(name)),
  );
  return [
    ...(ofClient.length > 0 ? [`it cannot reach the server of OpenCode, so ${list(ofClient)} fails`] : []),
    ...(ofBun.length > 0 ? [`a plugin runs in Node, so ${list(ofBun)} fails`] : []),
    ...(spreads.length > 0
      ? [`the hooks in ${list(spreads)} are found only as far as the plugin itself has their names`]
      : []),
  ];
}

function readText(dir: string, file: string): string {
  const text = decodeUtf8(readPlainFile(join(dir, file), MAX_BYTES));
  if (text === null) throw new Error(`${file} is not UTF-8 text`);
  return text;
}

/** A module of the plugin, relative to it. */
function findModule(dir: string, path: string): string | null {
  if (path.startsWith('..')) return null;
  const names = [path, path.replace(/\.[cm]?js$/, '.ts')].flatMap((name) =>
    EXTENSIONS.map((extension) => name + extension),
  );
  return names.find((name) => /\.[cm]?[jt]s$/.test(name) && isFile(join(dir, name))) ?? null;
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

interface ScannedText {
  readonly isExporting: boolean;
  readonly keys: ReadonlyMap<string, TextPlace>;
  readonly types: readonly string[];
  readonly imports: readonly string[];
  /** Calls of what only OpenCode and Bun have. */
  readonly calls: readonly string[];
  /** Expressions that objects of hooks are made of. */
  readonly spreads: readonly string[];
}

interface Word extends TextPlace {
  readonly text: string;
  /** The value of a string. */
  readonly string: string | null;
}

function scanText(text: string): ScannedText {
  const words = wordsOf(text);
  const at = (index: number): string => words[index]?.text ?? '';
  const strings = words.flatMap(({ string }) => (string === null ? [] : [string]));
  const keys = new Map<string, TextPlace>();
  const spreads: string[] = [];
  for (const object of objectsIn(words)) {
    const known = hooksOf(words, object);
    for (const index of known) keys.set(keyOf(words[index]), words[index] as Word);
    if (known.length > 0)
      spreads.push(...object.filter((index) => at(index) === '...').map((index) => spreadText(words, index)));
  }
  for (const [index, word] of words.entries()) if (isAssigned(words, index)) keys.set(keyOf(word), word);
  return {
    isExporting: words.some(({ text: word }) => word === 'export' || word === 'exports'),
    keys,
    types: opencodeTypes.filter((name) => strings.includes(name)),
    imports: strings.filter((string) => /^\.\.?\//.test(string)),
    calls: [...new Set(callsIn(words)), ...(strings.includes(SECOND_VERSION) ? [SECOND_VERSION] : [])],
    spreads,
  };
}

/** What means something, with its place. */
function wordsOf(text: string): readonly Word[] {
  const words: Word[] = [];
  let [line, start, offset] = [1, 0, 0];
  for (const { type, value } of jsTokens(text)) {
    const isString = type === 'StringLiteral' || type === 'NoSubstitutionTemplate';
    if (!/Comment$|^WhiteSpace$|^LineTerminator/.test(type))
      words.push({
        text: value,
        string: isString ? value.slice(1, -1) : null,
        line,
        column: offset - start + 1,
      });
    offset += value.length;
    const breaks = value.split('\n').length - 1;
    line += breaks;
    if (breaks > 0) start = offset - (value.length - value.lastIndexOf('\n') - 1);
  }
  return words;
}

/** For each pair of braces, where they begin and what may be a key in them: the words behind a brace, a comma and modifiers. */
function objectsIn(words: readonly Word[]): readonly (readonly number[])[] {
  const open: number[][] = [];
  const objects: (readonly number[])[] = [];
  for (const [index, { text }] of words.entries()) {
    const before = words[index - 1]?.text ?? '';
    if (/^[{,]$|^async$|^\*$/.test(before) && (open.at(-1)?.length ?? 0) > 0) open.at(-1)?.push(index);
    if (text === '{') open.push([index]);
    else if (/^[([]$|^`.*\$\{$/s.test(text)) open.push([]);
    else if (/^[)}\]]$|^\}.*`$/s.test(text)) objects.push(open.pop() ?? []);
  }
  return objects.filter(({ length }) => length > 0);
}

function keyOf(word: Word | undefined): string {
  return word?.string ?? word?.text ?? '';
}

/** The keys of an object that are hooks. A name without a dot is one in an object that a function returns, or beside others. */
function hooksOf(words: readonly Word[], [brace = 0, ...candidates]: readonly number[]): readonly number[] {
  const known = candidates.filter((index) => opencodeKeys.includes(keyOf(words[index])));
  const withValue = known.filter((index) => /^[:(]$/.test(words[index + 1]?.text ?? ''));
  if (withValue.some((index) => keyOf(words[index]).includes('.')))
    return known.filter((index) => !keyOf(words[index]).includes('.') || withValue.includes(index));
  const before = words[brace - 1]?.text ?? '';
  const isReturned = before === 'return' || (before === '(' && words[brace - 2]?.text === '=>');
  const isEvent = (index: number): boolean => keyOf(words[index]) === 'event';
  const complete = withValue.filter((index) =>
    /^(?:\(|:(?:async|function|\(|\{))$/.test(valueStart(words, index)),
  );
  if (!isReturned) return before === '=' && complete.some(isEvent) ? complete : [];
  const isData = (index: number): boolean => /^:['"`]/.test(valueStart(words, index));
  return known.filter((index) => complete.includes(index) || (isEvent(index) && !isData(index)));
}

/** `(` of a method, or a colon with what follows it. */
function valueStart(words: readonly Word[], index: number): string {
  const [next = '', value = ''] = [words[index + 1]?.text, words[index + 2]?.text];
  return next === ':' ? `:${value}` : next;
}

/** `hooks['tool.execute.before'] =`, `hooks.event =` */
function isAssigned(words: readonly Word[], index: number): boolean {
  const name = keyOf(words[index]);
  const at = (offset: number): string => words[index + offset]?.text ?? '';
  if (!opencodeKeys.includes(name)) return false;
  if (at(-1) === '[') return at(1) === ']' && at(2) === '=';
  return name === 'event' && at(-1) === '.' && at(1) === '=' && /^(?:async|function|\()$/.test(at(2));
}

function spreadText(words: readonly Word[], index: number): string {
  const rest = words.slice(index + 1, index + 6).map(({ text }) => text);
  const end = rest.findIndex((text) => /^[,}(]$/.test(text));
  return rest
    .slice(0, end === -1 ? undefined : end)
    .join(' ')
    .replaceAll(' . ', '.');
}

/** Names such as `client.session.get` and `Bun.write`, except for what the host of a plugin has. */
function callsIn(words: readonly Word[]): readonly string[] {
  return words.flatMap(({ text }, index) => {
    if (!/^(?:client|Bun)$/.test(text) || words[index + 1]?.text !== '.') return [];
    const parts = [text];
    for (let at = index + 1; words[at]?.text === '.' && parts.length < MAX_PARTS; at += 2)
      parts.push(words[at + 1]?.text ?? '');
    const name = parts.join('.');
    return /^client\.(?:app\.log|tui\.showToast)\b/.test(name) ? [] : [name];
  });
}
