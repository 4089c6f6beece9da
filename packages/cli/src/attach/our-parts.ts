import type { DocumentPart, RegistrationDocument, RegistrationFile } from '@hookmd/agents';
import { isJsonObject, type JsonValue } from '@hookmd/core/internal/protocol/json';
import { attachedAgent } from '../launcher/launcher-command.ts';
import { type JsonNode, membersOf } from './json-text.ts';

/** The texts below a node that fire events of this agent, however deep: values of keys. */
export function ourNodes(node: JsonNode, agent: string): readonly JsonNode[] {
  const own = node.type === 'property' ? node.children?.[1] : undefined;
  if (own?.type === 'string') return attachedAgent(String(own.value)) === agent ? [own] : [];
  return (node.children ?? []).flatMap((one) => ourNodes(one, agent));
}

/** The command in an entry that we would write. */
export function commandOf(entry: JsonValue, agent: string): string {
  return textsIn(entry).find((one) => attachedAgent(one) === agent) ?? '';
}

/** The texts that we write into a document, as JSON; null = the file is ours as a whole. */
export function ownTextsOf(wanted: RegistrationDocument | RegistrationFile): readonly string[] | null {
  return wanted.kind === 'file'
    ? null
    : wanted.parts.flatMap(({ value }) => textsIn(value).map((text) => JSON.stringify(text)));
}

/** What stands in a document for a part of it: our commands, or '' for a part that is none. */
export function foundInDocument(root: JsonNode | null, part: DocumentPart, agent: string): readonly string[] {
  const there = nodeAt(root, part.at);
  if (part.kind === 'hook')
    return there === null ? [] : ourNodes(there, agent).map(({ value }) => String(value));
  if (part.kind === 'key') return there === null ? [] : [''];
  // Where nobody made a list, nobody is left out.
  if (part.onlyThere === true && there === null) return [''];
  const items = there?.type === 'array' ? (there.children ?? []) : [];
  return items.some(({ value }) => value === part.value) ? [''] : [];
}

/** The same for a file of ours. */
export function foundInFile(text: string, file: RegistrationFile, agent: string): readonly string[] {
  if (file.isOursByName) return [''];
  return text
    .split('\n')
    .filter((line) => isOurLine(line, agent))
    .map(commandIn);
}

/** Whether a line of a script fires events of this agent. A comment never does. */
export function isOurLine(line: string, agent: string): boolean {
  return !line.trimStart().startsWith('#') && attachedAgent(commandIn(line)) === agent;
}

function commandIn(line: string): string {
  return line.replace(/^\s*exec\s+/, '');
}

/** What stands at keys from the top, of two of a name the last; null = nothing. */
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
