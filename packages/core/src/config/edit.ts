import { HookError } from '../errors/hook-error.ts';
import { hasErrors, type Issue } from '../errors/issue.ts';
import { describeFound } from '../manifest/describe-value.ts';
import { parseYaml } from '../manifest/yaml.ts';
import { isJsonObject, type JsonValue } from '../protocol/json.ts';
import { type FoundKey, findKey } from './find-key.ts';
import { type ConfigPlace, parseConfig } from './parse.ts';
import { formatSettingKey } from './setting-key.ts';
import { valueAt } from './value-edit.ts';
import { editYaml } from './yaml-edit.ts';

const BYTE_ORDER_MARK = '\ufeff';

export interface ConfigEdit {
  readonly path: readonly string[];
  /** Undefined = take it away. */
  readonly value: JsonValue | undefined;
}

export type EditedConfig =
  | { readonly text: string }
  /** `isOld`: they stood there before, with their places; else they are about the new value. */
  | { readonly issues: readonly Issue[]; readonly isOld: boolean };

/**
 * A `config.yaml` with one setting changed and everything else as it was, or all problems. Pure.
 *
 * What cannot be read as a whole is not edited: a rule of its author would be taken for something else.
 */
export function editConfig(bytes: Buffer, place: ConfigPlace, { path, value }: ConfigEdit): EditedConfig {
  const before = parseConfig(bytes, place);
  if (hasErrors(before.issues)) return { issues: before.issues, isOld: true };
  const whole = bytes.toString('utf8');
  const mark = whole.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const text = whole.slice(mark.length);
  refuseOverwriting(text, path, value);
  const edited = mark + editYaml(text, path, value);
  const after = parseConfig(Buffer.from(edited), place);
  if (!hasErrors(after.issues)) return { text: edited };
  // Nobody ever sees the text in which these have their places.
  return { issues: after.issues.map(({ line: _, column: __, path: ___, ...rest }) => rest), isOld: false };
}

/** The value that a person wrote for a key, read by the type of the key. Throws CONFIG_VALUE. */
export function readSettingValue(
  path: readonly string[],
  { row, inside }: FoundKey,
  text: string,
): JsonValue {
  if (row?.isText) return text;
  const reading = parseYaml(text);
  if (!('problems' in reading)) return reading.value;
  const detail = `cannot be read: ${reading.problems[0]?.message ?? ''}`;
  const example = inside.length > 0 ? `{ a: [b, 1, true] }` : (row?.example ?? '');
  throw new HookError('CONFIG_VALUE', { key: formatSettingKey(path), detail, example });
}

/** A key inside the options of a package may lead through something that is no mapping: that is not thrown away. */
function refuseOverwriting(text: string, path: readonly string[], value: JsonValue | undefined): void {
  const reading = parseYaml(text);
  if (value === undefined || 'problems' in reading) return;
  for (let length = 1; length < path.length; length++) {
    const above = path.slice(0, length);
    const found = valueAt(reading.value, above);
    if (found === undefined || found === null || isJsonObject(found)) continue;
    throw new HookError('CONFIG_VALUE', {
      key: formatSettingKey(above),
      detail: `is ${describeFound(found)}, and has no keys`,
      example: findKey(path).row?.example ?? '',
    });
  }
}
