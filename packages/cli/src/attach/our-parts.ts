import type { DocumentPart, RegistrationDocument, RegistrationFile } from '@hookmd/agents';
import { isJsonObject, type JsonValue } from '@hookmd/core/internal/protocol/json';
import { attachedAgent } from '../launcher/launcher-command.ts';

/** The keys under which agents have the command of a hook: what another key says is started by nobody. */
const COMMAND_KEYS: readonly string[] = ['command', 'bash'];

/** The command lines by which an entry fires events of this agent, however deep they stand in it. */
export function ourCommands(entry: JsonValue | undefined, agent: string): readonly string[] {
  if (Array.isArray(entry)) return entry.flatMap((one) => ourCommands(one, agent));
  if (!isJsonObject(entry)) return [];
  return Object.entries(entry).flatMap(([key, one]) => {
    if (typeof one !== 'string') return ourCommands(one, agent);
    return isOurCommand(key, one, entry['type'], agent) ? [one] : [];
  });
}

/** Whether a member of a hook, of this type, is the command by which it fires events of this agent. */
export function isOurCommand(key: string, value: string, type: unknown, agent: string): boolean {
  if (!COMMAND_KEYS.includes(key) || (type !== undefined && type !== 'command')) return false;
  return attachedAgent(value) === agent;
}

/** The texts that we write into a document, as JSON; null = the file is ours as a whole. */
export function ownTextsOf(wanted: RegistrationDocument | RegistrationFile): readonly string[] | null {
  return wanted.kind === 'file' ? null : wanted.parts.flatMap(({ value }) => textsIn(value));
}

/** What stands in a document for a part of it: our commands, or '' for a part that is none. */
export function foundInDocument(document: JsonValue, part: DocumentPart, agent: string): readonly string[] {
  const there = valueAt(document, part.at);
  if (part.kind === 'hook') return ourCommands(there, agent);
  if (part.kind === 'key') return there === undefined ? [] : [''];
  // Where nobody made a list, nobody is left out.
  if (part.onlyThere === true && there === undefined) return [''];
  return Array.isArray(there) && there.includes(part.value) ? [''] : [];
}

/** The same for a file of ours. */
export function foundInFile(text: string, file: RegistrationFile, agent: string): readonly string[] {
  if (file.isOursByName) return [''];
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*exec\s+/, ''))
    .filter((line) => attachedAgent(line) === agent);
}

/** What stands at keys from the top; undefined = nothing. */
function valueAt(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (const key of path) at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  return at;
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [JSON.stringify(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
