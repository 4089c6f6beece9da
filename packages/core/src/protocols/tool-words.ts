import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../events/json.ts';

/** How one language names a canonical tool and the arguments it calls otherwise. */
export interface ToolRow {
  readonly tool: string;
  readonly native: string;
  readonly arguments?: readonly ArgumentRow[];
  /** Its list of edits, where one call makes several. */
  readonly edits?: EditsRow;
}

/** A list of edits: the argument with it, and the keys of its entries that are called otherwise. */
export interface EditsRow {
  readonly list: string;
  readonly keys: readonly ArgumentRow[];
}

/** One argument of a tool: its name in Claude's tool, and the agent's own name. */
export interface ArgumentRow {
  readonly key: string;
  readonly native: string;
  /** How many of the canonical unit one native unit is: 1,000 where seconds stand for milliseconds. */
  readonly unit?: number;
}

/** A call in the words of one language. */
export interface ToolCallWords {
  readonly name: string;
  readonly input: JsonObject;
}

/** The tools of a language both ways. A tool it has no word for keeps its canonical one, arguments too. */
export class ToolWords {
  readonly #byTool: ReadonlyMap<string, ToolRow>;
  readonly #byNative: ReadonlyMap<string, ToolRow>;

  readonly #otherNames: readonly string[];

  /** `otherNames` = native tools without a canonical name. */
  constructor(rows: readonly ToolRow[], otherNames: readonly string[] = []) {
    this.#otherNames = otherNames;
    this.#byTool = new Map(rows.map((row) => [row.tool, row]));
    // The first of several that share a native name: that one is meant when it is read.
    this.#byNative = new Map([...rows].reverse().map((row) => [row.native, row]));
  }

  /** Native names that are other words than the canonical ones: `bash` is `Bash` misspelled, wherever else it is meant. */
  get names(): readonly string[] {
    const isOther = ([native, { tool }]: readonly [string, ToolRow]): boolean =>
      native.toLowerCase() !== tool.toLowerCase();
    return [...[...this.#byNative].filter(isOther).map(([native]) => native), ...this.#otherNames];
  }

  /** Whether it is a name of this language. */
  has(native: string): boolean {
    return this.#byNative.has(native);
  }

  /** Whether the language has a word for a canonical tool. */
  hasTool(tool: string): boolean {
    return this.#byTool.has(tool);
  }

  /** A canonical call in native words. */
  toNative(tool: string, input: JsonObject): ToolCallWords {
    const row = this.#byTool.get(tool);
    return row === undefined ? { name: tool, input } : { name: row.native, input: write(row, input) };
  }

  toCanonical(native: string, input: JsonObject): ToolCallWords {
    const row = this.#byNative.get(native);
    if (row === undefined) return { name: native, input };
    return { name: row.tool, input: read(row, input) };
  }

  /** A canonical input of a call that came by this native name, in native words. */
  inputFor(native: string, input: JsonObject): JsonObject {
    const row = this.#byNative.get(native);
    return row === undefined ? input : write(row, input);
  }

  /** A native input that a hook made of `current`, in canonical words: values it did not touch come back exactly. */
  inputBack(tool: string, current: JsonObject, native: JsonObject): JsonObject {
    const row = this.#byTool.get(tool);
    if (row === undefined) return native;
    const forward = renamesOf(row, current);
    const shown = rename(current, forward);
    const back = (row.arguments ?? []).filter(
      (argumentRow) =>
        forward.includes(argumentRow) ||
        !(Object.hasOwn(current, argumentRow.key) || Object.hasOwn(current, argumentRow.native)),
    );
    const renames = inverse(back, native);
    const input = rename(native, renames);
    const untouched = renames.filter(
      ({ key, native: from }) => Object.hasOwn(current, from) && shown[key] === native[key],
    );
    return { ...input, ...Object.fromEntries(untouched.map(({ native: key }) => [key, current[key]])) };
  }
}

function read(row: ToolRow, input: JsonObject): JsonObject {
  const renamed = rename(input, inverse(row.arguments ?? [], input));
  if (row.edits === undefined) return renamed;
  const { list, keys } = row.edits;
  const { [list]: given, ...rest } = renamed;
  // Some models write the list as a string, and the tools parse it.
  const parsed = typeof given === 'string' ? parseJson(given) : given;
  if (!Array.isArray(parsed)) return renamed;
  return {
    ...rest,
    edits: parsed.map((entry) => (isJsonObject(entry) ? rename(entry, inverse(keys, entry)) : entry)),
  };
}

function write(row: ToolRow, input: JsonObject): JsonObject {
  const { edits } = input;
  if (row.edits === undefined || !Array.isArray(edits)) return rename(input, renamesOf(row, input));
  const { list, keys } = row.edits;
  const { edits: _, ...rest } = input;
  const writeEntry = (entry: JsonValue): JsonValue =>
    isJsonObject(entry) ? rename(entry, renamesOf({ ...row, arguments: keys }, entry)) : entry;
  return { ...rename(rest, renamesOf(row, rest)), [list]: edits.map(writeEntry) };
}

function renamesOf({ arguments: rows = [] }: ToolRow, input: JsonObject): readonly ArgumentRow[] {
  return rows.filter(({ key }) => Object.hasOwn(input, key));
}

function inverse(rows: readonly ArgumentRow[], input: JsonObject): readonly ArgumentRow[] {
  const turned = rows.map(({ key, native, unit = 1 }) => ({ key: native, native: key, unit: 1 / unit }));
  return renamesOf({ tool: '', native: '', arguments: turned }, input);
}

/**
 * In the order of the keys. If the new name of a key is taken, the two swap names: nothing is lost, and guards see what the
 * tool reads.
 */
function rename(input: JsonObject, rows: readonly ArgumentRow[]): JsonObject {
  if (rows.length === 0) return input;
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const taken = new Map(rows.map((row) => [row.native, row.key]));
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => {
      const row = byKey.get(key);
      return row === undefined ? [taken.get(key) ?? key, value] : [row.native, convert(value, row.unit ?? 1)];
    }),
  );
}

function convert(value: JsonValue | undefined, unit: number): JsonValue | undefined {
  if (typeof value !== 'number' || unit === 1) return value;
  // Seconds may have a fraction; milliseconds have none.
  return unit < 1 ? Math.round(value / unit) : value / unit;
}
