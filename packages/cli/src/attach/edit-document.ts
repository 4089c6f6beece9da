import type { DocumentPart, RegistrationDocument, RegistrationFile } from '@hookmd/agents';
import { isJsonObject, isSameJson, type JsonValue } from '@hookmd/core/events';
import { attachedAgent, attachedAgentOf } from '@hookmd/core/text';
import {
  type JsonNode,
  membersOf,
  nodeValue,
  pathTo,
  placeIn,
  readJsonText,
  removeChild,
  setValue,
  type TextPlace,
} from './json-text.ts';

/** The edited text, or why it is not edited. */
export type DocumentEdit =
  | { readonly text: string }
  | { readonly error: string; readonly location: TextPlace | null };

/** A position at which an edit needs another structure than the document has. */
class StructureError extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** A new document, without any entry of HookMD. */
export function newDocument({ base }: RegistrationDocument): string {
  return `${JSON.stringify(base, null, 2)}\n`;
}

/**
 * Adds the parts that are missing, behind those of others. An entry of HookMD in another form gets the command it should
 * have, in its position. No other byte changes.
 */
export function addParts(text: string, document: RegistrationDocument, agent: string): DocumentEdit {
  const first = readJsonText(text);
  const start = 'root' in first && first.root === null ? text + newDocument(document) : text;
  return editAll(start, document.parts, (now, root, part) => addPart(now, root, part, agent));
}

/** Removes all of HookMD's parts, and what is empty without them. No other byte changes. */
export function removeParts(text: string, document: RegistrationDocument, agent: string): DocumentEdit {
  return editAll(text, document.parts, (now, root, part) => removePart(now, root, part, agent));
}

/** Edits until nothing is left to do for any part; `edit` returns null then. */
function editAll(
  text: string,
  parts: readonly DocumentPart[],
  edit: (text: string, root: JsonNode, part: DocumentPart) => string | null,
): DocumentEdit {
  let now = text;
  for (const part of parts) {
    for (;;) {
      const read = readJsonText(now);
      if ('error' in read) return read;
      if (read.root === null) return { text: now };
      try {
        const next = edit(now, read.root, part);
        if (next === null) break;
        now = next;
      } catch (error) {
        if (!(error instanceof StructureError)) throw error;
        return { error: error.message, location: placeIn(now, error.offset) };
      }
    }
  }
  return { text: now };
}

function addPart(text: string, root: JsonNode, part: DocumentPart, agent: string): string | null {
  const { found, holder, problem } = walk(root, part.at);
  if (problem !== null) throw new StructureError(problem, holder.offset);
  const at = [...part.at];
  if (found === null) {
    if (part.kind === 'listed' && part.onlyThere === true) return null;
    return setValue(text, at, part.kind === 'key' ? part.value : [part.value]);
  }
  if (part.kind === 'key')
    return isSameJson(nodeValue(found), part.value) ? null : setValue(text, at, part.value);
  if (found.type !== 'array') throw new StructureError(`\`${part.at.join('.')}\` is no list`, found.offset);
  const items = found.children ?? [];
  if (part.kind === 'listed' && items.some(({ value }) => value === part.value)) return null;
  if (part.kind === 'hook') {
    const wanted = commandOf(part.value, agent);
    const hookmds = items
      .filter((item) => isAsWide(item, part.value))
      .flatMap((item) => commandNodes(item, agent))
      .filter((command) => !isNarrowed(command));
    if (hookmds.some(({ value }) => value === wanted)) return null;
    const [outdated] = hookmds;
    if (outdated !== undefined) return setValue(text, pathTo(outdated), wanted);
  }
  return setValue(text, [...at, -1], part.value);
}

function removePart(text: string, root: JsonNode, part: DocumentPart, agent: string): string | null {
  const { found } = walk(root, part.at);
  if (found === null) return null;
  if (part.kind === 'key') return removeWithEmpties(text, found.parent ?? found);
  const items = found.type === 'array' ? (found.children ?? []) : [];
  if (part.kind === 'hook') {
    const [command] = items.flatMap((item) => commandNodes(item, agent));
    // The command is a value, in a member, in the object that is the hook.
    const hook = command?.parent?.parent;
    return hook === undefined ? null : removeWithEmpties(text, hook);
  }
  const item = items.find(({ value }) => value === part.value);
  if (item === undefined) return null;
  return part.onlyThere === true ? removeChild(text, item) : removeWithEmpties(text, item);
}

/** Removes the outermost value that would be empty without a node, not one with a comment, and never the whole document. */
function removeWithEmpties(text: string, node: JsonNode): string {
  let child = node;
  for (;;) {
    const container = child.parent;
    const holder = container?.parent;
    if (container === undefined) return text;
    const isLast = container.children?.length === 1 || isGroupOf(container, child);
    const isBare =
      !hasComment(text, container, child) &&
      !(holder?.type === 'property' && hasComment(text, holder, container));
    if (holder === undefined || !isLast || !isBare) return removeChild(text, child);
    child = holder.type === 'property' ? holder : container;
  }
}

/** Outside of one part of it; a string that looks like a comment counts too. */
function hasComment(text: string, node: JsonNode, part: JsonNode): boolean {
  const before = text.slice(node.offset, part.offset);
  return /\/[/*]/.test(before + text.slice(part.offset + part.length, node.offset + node.length));
}

/** A group without its list of hooks is empty, even with a matcher. */
function isGroupOf(group: JsonNode, member: JsonNode): boolean {
  return group.parent?.type === 'array' && group.type === 'object' && member.children?.[0]?.value === 'hooks';
}

interface Walked {
  readonly found: JsonNode | null;
  /** Where the keys end. */
  readonly holder: JsonNode;
  /** Why nothing can be added there. */
  readonly problem: string | null;
}

/** How far keys lead. Throws where a key appears twice: some agents read the last of two, some the first. */
function walk(root: JsonNode, keys: readonly string[]): Walked {
  let at = root;
  for (const [index, key] of keys.entries()) {
    const name = index === 0 ? 'it' : `\`${keys.slice(0, index).join('.')}\``;
    if (at.type !== 'object') return { found: null, holder: at, problem: `${name} is no object` };
    const [member, second] = membersOf(at, key);
    if (second !== undefined)
      throw new StructureError(`\`${keys.slice(0, index + 1).join('.')}\` appears twice`, second.offset);
    const value = member?.children?.[1];
    if (value === undefined) return { found: null, holder: at, problem: null };
    at = value;
  }
  return { found: at, holder: at, problem: null };
}

/** Whether an entry matches all calls that HookMD's entry matches. */
function isAsWide(item: JsonNode, wanted: JsonValue): boolean {
  const [member] = membersOf(item, 'matcher');
  const matcher = member?.children?.[1]?.value ?? '';
  const hookmds = isJsonObject(wanted) ? wanted['matcher'] : undefined;
  return ['', '*', '.*', hookmds].includes(matcher);
}

/** Keys with which a hook runs less often than its group message, or in the background: it cannot block then. */
const NARROWING: readonly string[] = ['if', 'async', 'asyncRewake', 'once', 'disabled', 'enabled'];

/** Whether the hook of a command does less than HookMD's would. */
function isNarrowed(command: JsonNode): boolean {
  const hook = command.parent?.parent;
  return hook !== undefined && NARROWING.some((key) => membersOf(hook, key).length > 0);
}

/** The keys with the command of a hook: agents start nothing under another key. */
const COMMAND_KEYS: readonly unknown[] = ['command', 'bash'];

/** The nodes with a command of HookMD for this agent, at any depth. */
function commandNodes(node: JsonNode, agent: string): readonly JsonNode[] {
  const [key, value] = node.type === 'property' ? (node.children ?? []) : [];
  if (value?.type !== 'string') return (node.children ?? []).flatMap((child) => commandNodes(child, agent));
  const type = node.parent === undefined ? undefined : membersOf(node.parent, 'type').at(-1)?.children?.[1];
  const hook = { command: value.value, ...(type === undefined ? {} : { type: type.value ?? null }) };
  return COMMAND_KEYS.includes(key?.value) && attachedAgentOf(hook) === agent ? [value] : [];
}

/** The command in an entry of HookMD. */
function commandOf(entry: JsonValue, agent: string): string {
  return textsIn(entry).find((text) => attachedAgent(text) === agent) ?? '';
}

/** The strings that HookMD writes into a document, as JSON; null = the whole file is HookMD's. */
export function ownTextsOf(wanted: RegistrationDocument | RegistrationFile): readonly string[] | null {
  return wanted.kind === 'file'
    ? null
    : wanted.parts.flatMap(({ value }) => textsIn(value).map((text) => JSON.stringify(text)));
}

/** The commands of HookMD in a document for one entry; '' for an entry without a command. */
export function foundInDocument(root: JsonNode | null, part: DocumentPart, agent: string): readonly string[] {
  const node = nodeAt(root, part.at);
  if (part.kind === 'hook')
    return node === null ? [] : commandNodes(node, agent).map(({ value }) => String(value));
  if (part.kind === 'key') return node === null ? [] : [''];
  // Without a list the agent loads every plugin.
  if (part.onlyThere === true && node === null) return [''];
  const items = node?.type === 'array' ? (node.children ?? []) : [];
  return items.some(({ value }) => value === part.value) ? [''] : [];
}

/** The same for a file of HookMD. */
export function foundInFile(text: string, file: RegistrationFile, agent: string): readonly string[] {
  if (file.isNamedAfterHookMD) return [''];
  return text
    .split('\n')
    .filter((line) => isHookLine(line, agent))
    .map(commandIn);
}

/** Removes HookMD's lines; null = nothing is left. The user's lines stay. */
export function withoutLines(text: string, file: RegistrationFile, agent: string): string | null {
  if (file.isNamedAfterHookMD) return null;
  const lines = text.split('\n');
  const left = lines.filter((line) => !isHookLine(line, agent));
  if (left.length === lines.length) return text;
  return left.every((line) => line.trim() === '' || line.startsWith('#!')) ? null : left.join('\n');
}

/** Replaces outdated commands of HookMD. */
export function withLines(text: string, file: RegistrationFile, agent: string): string {
  const [wanted = ''] = foundInFile(file.text, file, agent);
  const repair = (line: string): string =>
    isHookLine(line, agent) && commandIn(line) !== wanted ? wanted : line;
  return text.split('\n').map(repair).join('\n');
}

/** Whether a line of a script sends events of this agent. A comment never does. */
function isHookLine(line: string, agent: string): boolean {
  return !line.trimStart().startsWith('#') && attachedAgent(commandIn(line)) === agent;
}

function commandIn(line: string): string {
  return line.replace(/^\s*exec\s+/, '');
}

/** The node at keys from the top, the last of two with the same name; null = there is none. */
function nodeAt(root: JsonNode | null, path: readonly string[]): JsonNode | null {
  let at = root;
  for (const key of path) at = (at === null ? undefined : membersOf(at, key).at(-1)?.children?.[1]) ?? null;
  return at;
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
