import type { DocumentPart, RegistrationDocument, RegistrationFile } from '@hookmd/agents';
import { isJsonObject, type JsonValue } from '@hookmd/core/events';
import { attachedAgent, attachedAgentOf } from '@hookmd/core/system';
import { type JsonNode, membersOf } from './json-text.ts';

/** The keys with the command of a hook: agents start nothing under another key. */
const COMMAND_KEYS: readonly unknown[] = ['command', 'bash'];

/** The nodes with a command of HookMD for this agent, at any depth. */
export function commandNodes(node: JsonNode, agent: string): readonly JsonNode[] {
  const [key, value] = node.type === 'property' ? (node.children ?? []) : [];
  if (value?.type !== 'string') return (node.children ?? []).flatMap((child) => commandNodes(child, agent));
  const type = node.parent === undefined ? undefined : membersOf(node.parent, 'type').at(-1)?.children?.[1];
  const hook = { command: value.value, ...(type === undefined ? {} : { type: type.value ?? null }) };
  return COMMAND_KEYS.includes(key?.value) && attachedAgentOf(hook) === agent ? [value] : [];
}

/** The command in an entry of HookMD. */
export function commandOf(entry: JsonValue, agent: string): string {
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
