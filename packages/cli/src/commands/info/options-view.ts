import type { JsonValue } from '@hookmd/core/events';
import type { HookStatus } from '@hookmd/core/registry';
import { cleanLine } from '@hookmd/core/text';
import { alignColumns, cut } from '../../ui/output.ts';

const MAX_SHOWN = 60;

/** A line for each option: its value here, who set it, and what it is for. */
export function optionLines(
  { record, options }: HookStatus,
  fit: { readonly indent: string; readonly width: number },
): readonly string[] {
  const properties = record.manifest?.options?.properties ?? {};
  const rows = Object.entries(properties).map(([key, schema]) => {
    const isTightened = Object.hasOwn(options?.tightened ?? {}, key);
    const value = isTightened ? options?.tightened[key] : own(options?.values, key);
    const isDefault = JSON.stringify(value) === JSON.stringify(schema.default);
    const from = isTightened ? 'tightened by the project' : isDefault ? 'default' : 'set';
    return [
      cleanLine(key),
      value === undefined ? 'no value' : cut(cleanLine(JSON.stringify(value)), MAX_SHOWN),
      value === undefined ? '' : `(${from})`,
      cleanLine(schema.description ?? ''),
    ];
  });
  return alignColumns(rows, fit);
}

function own(
  values: Readonly<Record<string, JsonValue | undefined>> | undefined,
  key: string,
): JsonValue | undefined {
  return values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined;
}
