import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import type { RegistrationScope } from '@hookmd/agents';
import { followLinks } from '@hookmd/core/internal/config/config-file';
import { describeError } from '@hookmd/core/internal/errors/hook-error';
import { type Issue, issue } from '@hookmd/core/internal/errors/issue';
import { quoteWord } from '@hookmd/core/internal/protocol/quote-word';
import type { AttachPlaces } from './registration-files.ts';
import { readSettingsFile, type SettingsFile } from './settings-file.ts';

/** A file of an agent that may be written, or why not. */
export function openForChange(
  path: string,
  agent: string,
  scope: RegistrationScope,
  /** What a person types again once it may. */
  command: string,
  { projectDir }: Pick<AttachPlaces, 'projectDir'>,
): SettingsFile | Issue {
  let file: SettingsFile;
  try {
    file = readSettingsFile(path);
  } catch (error) {
    const detail = describeError(error).replace(/\.$/, '');
    return issue('ATTACH_UNREADABLE', { agent, detail }, { path });
  }
  // A repository must not be able to name a file of its user.
  if (scope !== 'user' && !file.target.startsWith(followLinks(projectDir) + sep))
    return issue('ATTACH_LINK_LEAVES_PROJECT', { target: file.target }, { path });
  const problem = whyNotWritable(file);
  if (problem === null) return file;
  const { what, detail } = problem;
  return issue('ATTACH_NOT_WRITABLE', { agent, detail, what: quoteWord(what), command }, { path });
}

/** A person who takes the right to write away from a file means it, though its owner, and root, could. */
function whyNotWritable({
  target,
  found,
}: SettingsFile): { readonly what: string; readonly detail: string } | null {
  if (found !== null && (found.mode & 0o222) === 0) return { what: target, detail: 'the file is read-only' };
  const folder = nearestFolder(dirname(target));
  const inFile = found === null ? null : refusal(target, constants.W_OK);
  return inFile ?? refusal(folder, constants.W_OK | constants.X_OK);
}

function refusal(what: string, mode: number): { readonly what: string; readonly detail: string } | null {
  try {
    accessSync(what, mode);
    return null;
  } catch (error) {
    return { what, detail: describeError(error) };
  }
}

function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}
