import type { JsonValue } from '@hookmd/core/events';
import {
  type FoundKey,
  formatSettingKey,
  parseSettingKey,
  readSettingValue,
  settingWord,
} from '@hookmd/core/settings';
import { decodeUtf8 } from '@hookmd/core/text';
import { type Context, readStdin } from '../../command-line/context.ts';
import { usage } from '../../command-line/usage.ts';
import { isTerminalAt } from '../../ui/output.ts';
import { promptSecret } from '../../ui/prompts.ts';

/** As much as fits into a whole configuration. */
const MAX_VALUE_BYTES = 64 * 1024;

/** The steps of a key. Throws USAGE. */
export function readKey(text: string): readonly string[] {
  const path = parseSettingKey(text);
  if (path !== null) return path;
  const fix = `Join names with dots, those with dots in double quotes: 'package."my.hook".mode'.`;
  throw usage('The key cannot be read', fix);
}

/**
 * The value for a setting: the word, `-` for standard input, or a secret that the user types without echo. Throws USAGE,
 * CONFIG_VALUE.
 */
export async function readValue(
  context: Context,
  path: readonly string[],
  found: FoundKey,
  word: string | undefined,
): Promise<JsonValue> {
  return readSettingValue(path, found, await valueText(context, path, found, word));
}

async function valueText(
  context: Context,
  path: readonly string[],
  { row }: FoundKey,
  word: string | undefined,
): Promise<string> {
  if (word !== undefined && word !== '-') return word;
  const isSecret = row?.hides === 'value';
  if (isSecret && context.mayPrompt) {
    const output = await promptSecret(`Value of ${formatSettingKey(path)}`);
    if (output === null) throw usage('No value was given, and nothing was changed', 'Try again.');
    return output;
  }
  const write = `Write \`hooks config set ${settingWord(path)} VALUE\`, or \`-\` to read it from standard input.`;
  if (word === undefined) throw usage('`hooks config set` needs a value', write);
  if (isTerminalAt(0)) throw usage('The value is expected on standard input, and that is a terminal', write);
  return textOf(readStdin(MAX_VALUE_BYTES));
}

/** Without the line break that `echo` adds. */
function textOf(bytes: Buffer | null): string {
  const text = bytes === null ? null : decodeUtf8(bytes);
  if (text !== null && !text.includes('\0')) return text.replace(/\r?\n$/, '');
  const problem = bytes === null ? `more than ${MAX_VALUE_BYTES / 1024} KiB` : 'not text';
  throw usage(`The value on standard input is ${problem}`, 'Give UTF-8 text.');
}
