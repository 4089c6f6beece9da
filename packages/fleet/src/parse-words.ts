import { parseArgs } from 'node:util';
import { describeError, isHookError } from '@hookmd/core/errors';
import { cleanLine } from '@hookmd/core/text';
import type { Action, ActionOption } from './action.ts';
import { usageError } from './usage-error.ts';

/** Of every action. */
export const commonOptions: readonly ActionOption[] = [
  { flags: '--json', about: 'print one JSON object' },
  { flags: '--help', about: 'show this help' },
];

/** The options that were given, each with its values. */
export type Values = Readonly<Record<string, readonly (string | boolean)[] | undefined>>;

/** Parses the words after the name of an action, and checks their number. Throws USAGE. */
export function parseWords(
  name: string,
  action: Action,
  words: readonly string[],
): { readonly values: Values; readonly positionals: readonly string[] } {
  const rows = [...action.options, ...commonOptions].map(({ flags }) => [
    flags.replace(/^--([a-z-]+).*$/s, '$1'),
    { type: flags.includes('<') ? 'string' : 'boolean', multiple: true } as const,
  ]);
  try {
    const options = { ...Object.fromEntries(rows) };
    const parsed = parseArgs({ args: [...words], options, allowPositionals: true });
    const values = parsed.values as Values;
    if (values['help'] === undefined) checkCount(name, action, parsed.positionals);
    return { values, positionals: parsed.positionals };
  } catch (error) {
    if (isHookError(error)) throw error;
    const [message = ''] = describeError(error).split('. ');
    throw usageError(`${message.replace(/\.$/, '')}.`, `\`hooks fleet ${name} --help\` lists all options.`);
  }
}

function checkCount(name: string, { usage }: Action, words: readonly string[]): void {
  const names = usage.split(' ').filter((name) => name !== '');
  const required = names.filter((name) => name.startsWith('<')).length;
  const isOpen = names.some((name) => name.includes('...'));
  if (words.length >= required && (isOpen || words.length <= names.length)) return;
  const written = `Write \`hooks fleet ${name} ${usage}`.trim();
  if (words.length < required) throw usageError(`\`hooks fleet ${name}\` needs ${usage}.`, `${written}\`.`);
  throw usageError(
    `\`hooks fleet ${name}\` does not take "${cleanLine(words[names.length] ?? '')}".`,
    `${written}\`.`,
  );
}
