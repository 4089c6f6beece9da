import { HookError } from '../errors/hook-error.ts';
import { hasErrors, type Issue } from '../errors/issue.ts';
import { isJsonObject, isSameJson, type JsonValue } from '../events/json.ts';
import { describeFound } from '../yaml/issue-list.ts';
import {
  composeYaml,
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  type Node,
  parseYaml,
} from '../yaml/yaml.ts';
import { type ConfigPlace, parseConfig } from './parse.ts';
import { type FoundKey, findKey, formatSettingKey, valueAt } from './setting-key.ts';

const BYTE_ORDER_MARK = '\ufeff';

export interface ConfigEdit {
  readonly path: readonly string[];
  /** Undefined = remove the setting. */
  readonly value: JsonValue | undefined;
}

export type EditedConfig =
  | { readonly text: string }
  /** `isOld`: the problems were in the file before the edit and have positions; else they are about the new value. */
  | { readonly issues: readonly Issue[]; readonly isOld: boolean };

/**
 * A `config.yaml` with one setting changed, its comments and order kept, or all problems. Pure.
 *
 * A file with problems is not edited: the library could read a broken line in another way than its author meant it.
 */
export function editConfig(bytes: Buffer, location: ConfigPlace, { path, value }: ConfigEdit): EditedConfig {
  const before = parseConfig(bytes, location);
  if (hasErrors(before.issues)) return { issues: before.issues, isOld: true };
  const file = bytes.toString('utf8');
  const mark = file.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const text = file.slice(mark.length);
  rejectOverwriting(text, path, value);
  const edited = mark + editYaml(text, path, value);
  const after = parseConfig(Buffer.from(edited), location);
  if (!hasErrors(after.issues)) return { text: edited };
  // The text in which these have their positions is never written.
  return { issues: after.issues.map(({ line: _, column: __, path: ___, ...rest }) => rest), isOld: false };
}

/** A YAML text with one value set or removed; the same text where that changes nothing. For a text without problems. */
export function editYaml(text: string, path: readonly string[], value: JsonValue | undefined): string {
  const reading = parseYaml(text);
  const before = 'value' in reading ? valueAt(reading.value, path) : undefined;
  if (before === undefined ? value === undefined : value !== undefined && isSameJson(before, value))
    return text;
  const document = composeYaml(text);
  if (value === undefined) removeSetting(document, path);
  else writeSetting(document, path, value);
  const edited = isBlank(document) ? '' : document.toString({ indent: indentOf(text), lineWidth: 0 });
  // The library leaves these as they are in a quoted string, and `parseYaml` takes none of them.
  const escaped = edited.replace(
    /[\u007f-\u009f]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16)}`,
  );
  return text.includes('\r\n') ? escaped.replaceAll('\n', '\r\n') : escaped;
}

function writeSetting(document: Document, path: readonly string[], value: JsonValue): void {
  // A key without a value leads nowhere: it becomes a mapping.
  for (let length = 0; length < path.length; length++) {
    const above = path.slice(0, length);
    const node = document.getIn(above, true);
    if (isScalar(node)) replaceNode(document, above, document.createNode({}));
  }
  const node = document.getIn(path, true);
  if (isScalar(node) && !isCollection(document.createNode(value))) document.setIn(path, value);
  else replaceNode(document, path, document.createNode(value, { flow: true }));
}

/** Also removes the mappings above that hold nothing then. Comments above a key stay; one beside a value goes with it. */
function removeSetting(document: Document, path: readonly string[]): void {
  for (let length = path.length - 1; length >= 0; length--) {
    const map = document.getIn(path.slice(0, length), true);
    if (!isMap(map)) return;
    const index = map.items.findIndex(({ key }) => isScalar(key) && key.value === path[length]);
    const [removed] = map.items.splice(index, 1);
    const comments = [removed?.key, removed?.value].map((node) => (isNode(node) ? node.commentBefore : null));
    const next = map.items[index]?.key;
    if (isNode(next)) next.commentBefore = joinComments(...comments, next.commentBefore);
    else map.comment = joinComments(map.comment, ...comments);
    if (map.items.length > 0 || hasComment(map)) return;
  }
}

function hasComment({ comment, commentBefore }: Pick<Node, 'comment' | 'commentBefore'>): boolean {
  return Boolean(comment) || Boolean(commentBefore);
}

function joinComments(...comments: readonly (string | null | undefined)[]): string {
  return comments.filter((text) => text !== null && text !== undefined && text !== '').join('\n');
}

/** The indentation of the first line that has one. */
function indentOf(text: string): number {
  return /^( +)[^\s#]/m.exec(text)?.[1]?.length ?? 2;
}

function isBlank(document: Document): boolean {
  const { contents } = document;
  if (hasComment(document)) return false;
  return (
    contents === null ||
    (isMap(contents) && contents.items.length === 0 && !contents.flow && !hasComment(contents))
  );
}

function replaceNode(document: Document, path: readonly string[], node: Node): void {
  const old = path.length === 0 ? document.contents : document.getIn(path, true);
  if (isNode(old))
    Object.assign(node, {
      comment: old.comment,
      commentBefore: old.commentBefore,
      spaceBefore: old.spaceBefore,
    });
  if (path.length === 0) document.contents = node;
  else document.setIn(path, node);
}

/** The value that the user wrote for a key, read by the type of the key. Throws CONFIG_VALUE. */
export function readSettingValue(
  path: readonly string[],
  { row, inside }: FoundKey,
  text: string,
): JsonValue {
  if (row?.isText) return text;
  const reading = parseYaml(text);
  if (!('problems' in reading)) return reading.value;
  const detail = `cannot be read: ${reading.problems[0]?.message ?? ''}`;
  const example = inside.length > 0 ? `{ a: [b, 1, true] }` : (row?.example ?? '');
  throw new HookError('CONFIG_VALUE', { key: formatSettingKey(path), detail, example });
}

/** A key inside the options of a package may lead through a value that is no mapping: that value is not overwritten. */
function rejectOverwriting(text: string, path: readonly string[], value: JsonValue | undefined): void {
  const reading = parseYaml(text);
  if (value === undefined || 'problems' in reading) return;
  for (let length = 1; length < path.length; length++) {
    const above = path.slice(0, length);
    const found = valueAt(reading.value, above);
    if (found === undefined || found === null || isJsonObject(found)) continue;
    throw new HookError('CONFIG_VALUE', {
      key: formatSettingKey(above),
      detail: `is ${describeFound(found)}, and has no keys`,
      example: findKey(path).row?.example ?? '',
    });
  }
}
