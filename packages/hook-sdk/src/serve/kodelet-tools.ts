import type { JsonObject, JsonValue } from '@hookmd/core/events';

const { stringify } = JSON;

/** An argument with another name; `unit`: how many canonical units one native unit is. */
type Rename = readonly [key: string, native: string, unit?: number];

interface ToolRow {
  readonly tool: string;
  readonly native: string;
  readonly renames?: readonly Rename[];
}

/** Source: Kodelet's tool descriptions. A test compares the table with core's Kodelet protocol. */
const rows: readonly ToolRow[] = [
  { tool: 'Bash', native: 'bash', renames: [['timeout', 'timeout', 1000]] },
  { tool: 'Read', native: 'file_read', renames: [['limit', 'line_limit']] },
  { tool: 'Write', native: 'file_write', renames: [['content', 'text']] },
  {
    tool: 'Edit',
    native: 'file_edit',
    renames: [
      ['old_string', 'old_text'],
      ['new_string', 'new_text'],
    ],
  },
  { tool: 'Grep', native: 'grep_tool', renames: [['glob', 'include']] },
  { tool: 'Glob', native: 'glob_tool' },
  { tool: 'WebFetch', native: 'web_fetch' },
  { tool: 'Agent', native: 'subagent', renames: [['prompt', 'question']] },
];

const rowOf = (native: string): ToolRow | undefined => rows.find((row) => row.native === native);

/** A tool that is not in the table keeps its name. */
export function canonicalTool(native: string): string {
  return rowOf(native)?.tool ?? native;
}

/** Arguments with canonical names. An argument whose name is taken swaps names with the other one, so that no value gets lost. */
export function toCanonicalInput(native: string, input: JsonObject): JsonObject {
  const renames = renamesOf(native);
  return mapEntries(input, (name, value) => {
    const rename = renames.find(([, from]) => from === name);
    if (rename !== undefined) return [rename[0], times(value, rename[2] ?? 1)];
    const taken = renames.find(([key, from]) => key === name && Object.hasOwn(input, from));
    return [taken?.[1] ?? name, value];
  });
}

/** The input that a hook made of `before`, with Kodelet's names. Untouched arguments are exactly as before. */
export function toNativeInput(native: string, before: JsonObject, input: JsonObject): JsonObject {
  // An argument that Kodelet sent with the canonical name keeps it.
  const renames = renamesOf(native).filter(
    ([key, name]) => Object.hasOwn(before, name) || !Object.hasOwn(before, key),
  );
  const shown = toCanonicalInput(native, before);
  return mapEntries(input, (key, value) => {
    const taken = renames.find(([canonical, name]) => name === key && Object.hasOwn(input, canonical))?.[0];
    const [, name, unit = 1] = renames.find(([canonical]) => canonical === key) ?? [key, taken ?? key];
    const isUntouched = Object.hasOwn(before, name) && stringify(shown[key]) === stringify(value);
    return [name, isUntouched ? before[name] : times(value, 1 / unit)];
  });
}

function renamesOf(native: string): readonly Rename[] {
  return rowOf(native)?.renames ?? [];
}

function mapEntries(
  input: JsonObject,
  map: (key: string, value: JsonValue | undefined) => readonly [string, JsonValue | undefined],
): JsonObject {
  return Object.fromEntries(Object.entries(input).map(([key, value]) => map(key, value)));
}

function times(value: JsonValue | undefined, factor: number): JsonValue | undefined {
  if (typeof value !== 'number' || factor === 1) return value;
  // Seconds may have a fraction; milliseconds have none.
  return factor > 1 ? Math.round(value * factor) : value * factor;
}
