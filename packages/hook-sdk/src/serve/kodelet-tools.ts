import type { JsonObject, JsonValue } from '@hookmd/core/protocol';

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

/** A tool that is not in the table keeps its own name. */
export function canonicalTool(native: string): string {
  return rows.find((row) => row.native === native)?.tool ?? native;
}

/** Arguments in the words of the catalogue. A name that is taken already is not given twice. */
export function toCanonicalInput(native: string, input: JsonObject): JsonObject {
  const renames = renamesOf(native, input);
  return mapEntries(input, (name, value) => {
    const rename = renames.find(([, from]) => from === name);
    return rename === undefined ? [name, value] : [rename[0], times(value, rename[2] ?? 1)];
  });
}

/** What a hook made of `before`, in Kodelet's words. What it did not touch is exactly what it was. */
export function toNativeInput(native: string, before: JsonObject, input: JsonObject): JsonObject {
  const renames = renamesOf(native, before, input);
  const shown = toCanonicalInput(native, before);
  return mapEntries(input, (key, value) => {
    const [, name, unit = 1] = renames.find(([one]) => one === key) ?? [key, key];
    const isUntouched = Object.hasOwn(before, name) && stringify(shown[key]) === stringify(value);
    return [name, isUntouched ? before[name] : times(value, 1 / unit)];
  });
}

/** Those that lose nothing: where an input has both names, both stay as they are. */
function renamesOf(native: string, ...inputs: readonly JsonObject[]): readonly Rename[] {
  const all = rows.find((row) => row.native === native)?.renames ?? [];
  const hasBoth = (input: JsonObject, [key, name]: Rename): boolean =>
    key !== name && Object.hasOwn(input, key) && Object.hasOwn(input, name);
  const [before = {}, after = {}] = inputs;
  return all.filter(
    (rename) =>
      !hasBoth(before, rename) &&
      !hasBoth(after, rename) &&
      // An argument that Kodelet was given by the canonical name keeps it.
      (rename[0] === rename[1] || !Object.hasOwn(before, rename[0])),
  );
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
