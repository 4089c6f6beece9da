import type { DocumentPart, RegistrationDocument } from '@hookmd/agents';
import { isJsonObject, isSameJson, type JsonValue } from '@hookmd/core/internal/protocol/json';
import { addChild, type Layout, layoutOf, onOneLine, renderMember } from './add-child.ts';
import { type JsonNode, membersOf, nodeValue, placeIn, readJsonText, type TextPlace } from './json-text.ts';
import { commandOf, ourNodes } from './our-parts.ts';
import { takeChild } from './take-child.ts';

/** The text as it should be, or why it is not edited. */
export type DocumentEdit =
  | { readonly text: string }
  | { readonly error: string; readonly place: TextPlace | null };

/** Signals a place at which the document is otherwise than an edit needs it. */
class Unfit extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** A new document, with nothing of ours in it yet. */
export function newDocument({ base }: RegistrationDocument): string {
  return `${JSON.stringify(base, null, 2)}\n`;
}

/**
 * Adds whatever of our parts is missing, behind what others wrote. An entry of ours in another form gets the command it
 * should have, where it stands. No other byte changes.
 */
export function addParts(text: string, document: RegistrationDocument, agent: string): DocumentEdit {
  const first = readJsonText(text);
  const start = 'root' in first && first.root === null ? text + newDocument(document) : text;
  return editAll(start, document.parts, (root, now, part) => addPart(now, root, part, agent, layoutOf(now)));
}

/** Takes away all of ours, and what is empty without it. No other byte changes. */
export function takeParts(text: string, document: RegistrationDocument, agent: string): DocumentEdit {
  const read = readJsonText(text);
  if ('root' in read && read.root === null) return { text };
  return editAll(text, document.parts, (root, now, part) => takePart(now, root, part, agent));
}

/** Step by step, each from the text that the last one left; `edit` gives null where there is nothing to do. */
function editAll(
  text: string,
  parts: readonly DocumentPart[],
  edit: (root: JsonNode, text: string, part: DocumentPart) => string | null,
): DocumentEdit {
  let now = text;
  for (const part of parts) {
    for (;;) {
      const read = readJsonText(now);
      if ('error' in read) return read;
      if (read.root === null) return { text: now };
      try {
        const next = edit(read.root, now, part);
        if (next === null) break;
        now = next;
      } catch (error) {
        if (!(error instanceof Unfit)) throw error;
        return { error: error.message, place: placeIn(now, error.offset) };
      }
    }
  }
  return { text: now };
}

function addPart(
  text: string,
  root: JsonNode,
  part: DocumentPart,
  agent: string,
  layout: Layout,
): string | null {
  const { found, holder, missing, problem } = walk(root, part.at);
  if (problem !== null) throw new Unfit(problem, holder.offset);
  const value: JsonValue = part.kind === 'key' ? part.value : [part.value];
  if (found === null) {
    if (part.kind === 'listed' && part.onlyThere === true) return null;
    return addChild(text, holder, renderMember(missing, value, layout), layout);
  }
  if (part.kind === 'key') {
    if (isSameJson(nodeValue(found), part.value)) return null;
    return replace(text, found, onOneLine(part.value));
  }
  if (found.type !== 'array') throw new Unfit(`\`${part.at.join('.')}\` is no list`, found.offset);
  const items = found.children ?? [];
  if (part.kind === 'listed' && items.some((one) => one.value === part.value)) return null;
  if (part.kind === 'hook') {
    const wanted = commandOf(part.value, agent);
    const ours = items
      .filter((one) => isAsWide(one, part.value))
      .flatMap((one) => ourNodes(one, agent))
      .filter((one) => !isNarrowed(one));
    if (ours.some((one) => one.value === wanted)) return null;
    const [other] = ours;
    if (other !== undefined) return replace(text, other, JSON.stringify(wanted));
  }
  return addChild(text, found, () => onOneLine(part.value), layout);
}

function takePart(text: string, root: JsonNode, part: DocumentPart, agent: string): string | null {
  const { found } = walk(root, part.at);
  if (found === null) return null;
  if (part.kind === 'key') return takeWithEmpties(text, found.parent ?? found);
  const items = found.type === 'array' ? (found.children ?? []) : [];
  if (part.kind === 'hook') {
    const [command] = items.flatMap((one) => ourNodes(one, agent));
    // The command is a value, in a member, in the object that is the hook.
    const hook = command?.parent?.parent;
    return hook === undefined ? null : takeWithEmpties(text, hook);
  }
  const item = items.find((one) => one.value === part.value);
  if (item === undefined) return null;
  return part.onlyThere === true ? takeChild(text, found, item) : takeWithEmpties(text, item);
}

/** The outermost of what would hold nothing without it, not even a comment; never the whole document. */
function takeWithEmpties(text: string, node: JsonNode): string {
  let child = node;
  for (;;) {
    const container = child.parent;
    const holder = container?.parent;
    if (container === undefined) return text;
    const isLast = container.children?.length === 1 || isGroupOf(container, child);
    const isBare =
      !hasComment(text, container, child) &&
      !(holder?.type === 'property' && hasComment(text, holder, container));
    if (holder === undefined || !isLast || !isBare) return takeChild(text, container, child);
    child = holder.type === 'property' ? holder : container;
  }
}

/** Beside the part of it; a text that looks like one counts too. */
function hasComment(text: string, node: JsonNode, part: JsonNode): boolean {
  const before = text.slice(node.offset, part.offset);
  return /\/[/*]/.test(before + text.slice(part.offset + part.length, node.offset + node.length));
}

/** A group of hooks is its list of them: without one its matcher matches for nobody. */
function isGroupOf(group: JsonNode, member: JsonNode): boolean {
  return group.parent?.type === 'array' && group.type === 'object' && member.children?.[0]?.value === 'hooks';
}

interface Walked {
  readonly found: JsonNode | null;
  /** Where the keys end. */
  readonly holder: JsonNode;
  readonly missing: readonly string[];
  /** Why nothing can be added there. */
  readonly problem: string | null;
}

/** How far keys lead. Throws where it is not certain: agents read the last of two, and some the first. */
function walk(root: JsonNode, keys: readonly string[]): Walked {
  let at = root;
  for (const [index, key] of keys.entries()) {
    const missing = keys.slice(index);
    const name = index === 0 ? 'it' : `\`${keys.slice(0, index).join('.')}\``;
    if (at.type !== 'object') return { found: null, holder: at, missing, problem: `${name} is no object` };
    const [member, second] = membersOf(at, key);
    if (second !== undefined)
      throw new Unfit(`\`${keys.slice(0, index + 1).join('.')}\` stands there twice`, second.offset);
    const value = member?.children?.[1];
    if (value === undefined) return { found: null, holder: at, missing, problem: null };
    at = value;
  }
  return { found: at, holder: at, missing: [], problem: null };
}

/** Whether it fires for all that our own entry fires for. */
function isAsWide(item: JsonNode, wanted: JsonValue): boolean {
  const [member] = membersOf(item, 'matcher');
  const matcher = member?.children?.[1]?.value ?? '';
  const ours = isJsonObject(wanted) ? wanted['matcher'] : undefined;
  return ['', '*', '.*', ours].includes(matcher);
}

/** Keys by which a hook is asked less often than its group says, or is not waited for: it cannot block then. */
const NARROWING: readonly string[] = ['if', 'async', 'asyncRewake', 'once', 'disabled', 'enabled'];

/** Whether the hook of a command does less than our own would. */
function isNarrowed(command: JsonNode): boolean {
  const hook = command.parent?.parent;
  return hook !== undefined && NARROWING.some((key) => membersOf(hook, key).length > 0);
}

function replace(text: string, node: JsonNode, by: string): string {
  return text.slice(0, node.offset) + by + text.slice(node.offset + node.length);
}
