import type { DocumentPart, RegistrationFile } from '@hookmd/agents';
import { isJsonObject, type JsonValue } from '@hookmd/core/internal/protocol/json';
import { attachedAgent } from '../launcher/launcher-command.ts';
import { valueAt } from './json-text.ts';

/** The command lines by which an entry fires events of this agent, however deep they stand in it. */
export function ourCommands(entry: JsonValue | undefined, agent: string): readonly string[] {
  if (typeof entry === 'string') return attachedAgent(entry) === agent ? [entry] : [];
  if (Array.isArray(entry)) return entry.flatMap((one) => ourCommands(one, agent));
  return isJsonObject(entry) ? Object.values(entry).flatMap((one) => ourCommands(one, agent)) : [];
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
  return text.split('\n').flatMap((line) => ourCommands(line.replace(/^\s*exec\s+/, ''), agent));
}
