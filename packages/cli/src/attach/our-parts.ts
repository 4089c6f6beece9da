import type { DocumentPart, RegistrationDocument, RegistrationFile } from '@hookmd/agents';
import { isJsonObject, type JsonValue } from '@hookmd/core/internal/protocol/json';
import { attachedAgent } from '../launcher/launcher-command.ts';

/** The command lines by which an entry fires events of this agent, however deep they stand in it: values of keys. */
export function ourCommands(entry: JsonValue | undefined, agent: string): readonly string[] {
  if (Array.isArray(entry)) return entry.flatMap((one) => ourCommands(one, agent));
  if (!isJsonObject(entry)) return [];
  return Object.values(entry).flatMap((one) =>
    typeof one === 'string' ? (attachedAgent(one) === agent ? [one] : []) : ourCommands(one, agent),
  );
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
