import type { DocumentPart, RegistrationDocument, RegistrationFile } from '@hookmd/agents';
import { isJsonObject, type JsonValue } from '@hookmd/core/events';
import { attachedAgent, attachedAgentOf } from '@hookmd/core/system';
import { type JsonNode, membersOf } from './json-text.ts';

/** The keys under which agents have the command of a hook: what another key says is started by nobody. */
const COMMAND_KEYS: readonly unknown[] = ['command', 'bash'];

/** The texts below a node that are commands which fire events of this agent, however deep. */
export function ourNodes(node: JsonNode, agent: string): readonly JsonNode[] {
  const [key, own] = node.type === 'property' ? (node.children ?? []) : [];
  if (own?.type !== 'string') return (node.children ?? []).flatMap((one) => ourNodes(one, agent));
  const type = node.parent === undefined ? undefined : membersOf(node.parent, 'type').at(-1)?.children?.[1];
  const hook = { command: own.value, ...(type === undefined ? {} : { type: type.value ?? null }) };
  return COMMAND_KEYS.includes(key?.value) && attachedAgentOf(hook) === agent ? [own] : [];
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

/** Null = nothing is left of a file of ours. A person's own lines stay. */
export function withoutOurs(text: string, file: RegistrationFile, agent: string): string | null {
  if (file.isOursByName) return null;
  const lines = text.split('\n');
  const left = lines.filter((line) => !isOurLine(line, agent));
  if (left.length === lines.length) return text;
  return left.every((line) => line.trim() === '' || line.startsWith('#!')) ? null : left.join('\n');
}

/** With the command that it should have, where it has ours in another form. */
export function withOurs(text: string, file: RegistrationFile, agent: string): string {
  const [wanted = ''] = foundInFile(file.text, file, agent);
  const mend = (line: string): string =>
    isOurLine(line, agent) && commandIn(line) !== wanted ? wanted : line;
  return text.split('\n').map(mend).join('\n');
}

/** Whether a line of a script fires events of this agent. A comment never does. */
function isOurLine(line: string, agent: string): boolean {
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
