import { isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import { describeFound, type KeyPath } from '../../yaml/issue-list.ts';
import { type FormEntry, type FormProblem, type FormReading, NO_HOOKS } from './form.ts';

/** A hook as the file has it, and its place in the file. */
export interface WrittenHook {
  readonly event: string;
  readonly matcher: JsonValue | undefined;
  readonly hook: JsonObject;
}

/** What a hook is in the keys of a manifest; null = the agent itself would not run it; a text = why it cannot run here. */
export type TranslateHook = (written: WrittenHook) => Omit<FormEntry, 'path' | 'groupPath'> | string | null;

interface Shape {
  /** The key with the events. */
  readonly key: string;
  /** Keys beside the events that are none. */
  readonly otherKeys?: readonly string[];
  readonly translate: TranslateHook;
}

/** Reads Claude Code's shape: `{EVENT: [{matcher, hooks: [hook]}]}`. */
export function readGroups(value: JsonValue, shape: Shape): FormReading {
  return readLists(value, shape, (group, at, reading) => {
    const hooks = isJsonObject(group) ? group['hooks'] : undefined;
    if (!isJsonObject(group) || !Array.isArray(hooks)) {
      reading.problems.push({ path: at.path, detail: 'must be a mapping with a list of `hooks`' });
      return;
    }
    for (const [index, hook] of (hooks as readonly JsonValue[]).entries())
      addHook(hook, { ...at, matcher: group['matcher'], path: [...at.path, 'hooks', index] }, reading);
  });
}

/** Reads lists without groups: `{EVENT: [hook]}`, with the matcher in the hook. A group among them is read as one. */
export function readFlat(value: JsonValue, shape: Shape): FormReading {
  return readLists(value, shape, (item, at, reading) => {
    const { matcher, hooks, ...rest } = isJsonObject(item) ? item : {};
    if (!Array.isArray(hooks)) addHook(isJsonObject(item) ? rest : item, { ...at, matcher }, reading);
    else
      for (const [index, hook] of (hooks as readonly JsonValue[]).entries())
        addHook(hook, { ...at, matcher, path: [...at.path, 'hooks', index] }, reading);
  });
}

interface Draft {
  readonly entries: FormEntry[];
  readonly problems: FormProblem[];
  readonly leftOut: FormProblem[];
}

interface Position {
  readonly event: string;
  readonly path: KeyPath;
  readonly groupPath: KeyPath;
  readonly translate: TranslateHook;
}

function readLists(
  value: JsonValue,
  { key, otherKeys = [], translate }: Shape,
  readItem: (item: JsonValue, at: Position, reading: Draft) => void,
): FormReading {
  const all = isJsonObject(value) ? value[key] : undefined;
  if (!isJsonObject(value) || all === undefined || all === null || value['disableAllHooks'] === true)
    return NO_HOOKS;
  if (!isJsonObject(all))
    return {
      ...NO_HOOKS,
      problems: [{ path: [key], detail: `must be a mapping of events; found ${describeFound(all)}` }],
    };
  const reading: Draft = { entries: [], problems: [], leftOut: [] };
  for (const [event, items] of Object.entries(all)) {
    if (otherKeys.includes(event)) continue;
    if (!Array.isArray(items)) {
      const detail = `must be a list; found ${describeFound(items)}`;
      reading.problems.push({ path: [key, event], detail });
      continue;
    }
    for (const [index, item] of (items as readonly JsonValue[]).entries()) {
      const path = [key, event, index];
      readItem(item, { event, path, groupPath: path, translate }, reading);
    }
  }
  return reading;
}

function addHook(
  hook: JsonValue,
  { event, matcher, path, groupPath, translate }: Position & { readonly matcher: JsonValue | undefined },
  { entries, problems, leftOut }: Draft,
): void {
  if (!isJsonObject(hook)) {
    problems.push({ path, detail: `must be a mapping; found ${describeFound(hook)}` });
    return;
  }
  const translated = translate({ event, matcher, hook });
  if (typeof translated === 'string') leftOut.push({ path, detail: translated });
  else if (translated !== null) entries.push({ ...translated, path, groupPath });
}
