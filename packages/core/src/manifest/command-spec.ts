import { readCommand } from '../events/command-words.ts';
import { conventions } from '../protocols/index.ts';
import type { ConventionId } from '../protocols/protocol.ts';
import { type CommandPlace, checkCommand } from './check-command.ts';
import { quote } from './describe-value.ts';
import type { IssueList } from './issue-list.ts';
import { manifestKeys, type RawManifest } from './keys.ts';
import type { HandlerSpec } from './manifest.ts';

/**
 * Reads `command` and `shell`: a list is the words; text goes to a shell, or is split into words here.
 *
 * Which of the two is the convention's, unless `shell` says it. Source: contracts.md §2, features.md A7.
 */
export function readCommandSpec(
  raw: Partial<RawManifest>,
  { convention, files }: Pick<CommandPlace, 'convention' | 'files'>,
  issues: IssueList,
): HandlerSpec | null {
  const spec = readWords(raw, convention, issues);
  if (spec !== null) {
    const declared = [...(raw.env ?? []), ...(raw.requires?.env ?? [])];
    checkCommand(spec.command, { convention, files, declared, hasShell: spec.shell }, issues);
  }
  return spec;
}

function readWords(
  raw: Partial<RawManifest>,
  convention: ConventionId,
  issues: IssueList,
): Extract<HandlerSpec, { mode: 'command' }> | null {
  const { command = '' } = raw;
  const refuse = (detail: string, found: string): null => {
    issues.add('MANIFEST_VALUE', { key: 'command', found, detail, example: manifestKeys.command.example }, [
      'command',
    ]);
    return null;
  };
  if ([command].flat().some((word) => word.includes('\0'))) {
    return refuse('no program can be given a NUL', typeof command === 'string' ? 'this text' : 'this list');
  }
  if (typeof command !== 'string') {
    if ((command[0] ?? '').trim() === '') return refuse('its first word is the program', 'an empty list');
    if (raw.shell !== true) return { mode: 'command', command, shell: false };
    issues.add(
      'MANIFEST_CONFLICT',
      { first: 'shell', second: 'command', detail: 'a shell takes text, not a list' },
      ['shell'],
    );
    return null;
  }
  if (command.trim() === '') return refuse('it is empty', quote(command));
  if (raw.shell ?? conventions[convention].usesShell) return { mode: 'command', command, shell: true };
  const reading = readCommand(command);
  if ('error' in reading) return refuse(reading.error, quote(command));
  if (reading.shellSigns.length > 0) {
    const found = reading.shellSigns
      .slice(0, 5)
      .map((sign) => `\`${sign}\``)
      .join(' ');
    issues.add('MANIFEST_NO_SHELL', { found }, ['command']);
  }
  return { mode: 'command', command: reading.words, shell: false };
}
