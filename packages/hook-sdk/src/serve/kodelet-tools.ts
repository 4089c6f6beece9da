import type { JsonObject, JsonValue } from '@hookmd/core/events';

const { stringify } = JSON;

/** An argument that is called otherwise; `unit`: how many of the canonical unit one native unit is. */
type Rename = readonly [key: string, native: string, unit?: number];

interface ToolRow {
  readonly tool: string;
  readonly native: string;
  readonly renames?: readonly Rename[];
}

/** Source: Kodelet's tool descriptions; a test holds the table equal to the wire of core. */
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

/** A tool that is not in the table keeps its own name. */
export function canonicalTool(native: string): string {
  return rowOf(native)?.tool ?? native;
}

/** Arguments in the words of the catalogue. One whose name is taken changes names with it, so that hooks see what the tool reads. */
export function toCanonicalInput(native: string, input: JsonObject): JsonObject {
  const renames = renamesOf(native);
  return mapEntries(input, (name, value) => {
    const rename = renames.find(([, from]) => from === name);
    if (rename !== undefined) return [rename[0], times(value, rename[2] ?? 1)];
    const taken = renames.find(([key, from]) => key === name && Object.hasOwn(input, from));
    return [taken?.[1] ?? name, value];
  });
}

/** What a hook made of `before`, in Kodelet's words. What it did not touch is exactly what it was. */
export function toNativeInput(native: string, before: JsonObject, input: JsonObject): JsonObject {
  // An argument that Kodelet was given by the canonical name alone keeps it.
  const renames = renamesOf(native).filter(
    ([key, name]) => Object.hasOwn(before, name) || !Object.hasOwn(before, key),
  );
  const shown = toCanonicalInput(native, before);
  return mapEntries(input, (key, value) => {
    const taken = renames.find(([one, name]) => name === key && Object.hasOwn(input, one))?.[0];
    const [, name, unit = 1] = renames.find(([one]) => one === key) ?? [key, taken ?? key];
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
