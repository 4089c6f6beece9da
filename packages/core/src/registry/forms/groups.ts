import { isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import { describeFound, type KeyPath } from '../../yaml/issue-list.ts';
import { type FormEntry, type FormProblem, type FormReading, NO_HOOKS } from './form.ts';

/** A hook as the file has it, and its place in the file. */
export interface WrittenHook {
  readonly event: string;
  readonly matcher: JsonValue | undefined;
  readonly hook: JsonObject;
}

/** What a hook is in the keys of a manifest; null = the agent itself would not run it. */
export type TranslateHook = (
  written: WrittenHook,
) => Pick<FormEntry, 'event' | 'matcher' | 'hook' | 'notHonored'> | null;

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

/** Reads lists without groups: `{EVENT: [hook]}`, with the matcher in the hook. */
export function readFlat(value: JsonValue, shape: Shape): FormReading {
  return readLists(value, shape, (hook, at, reading) => {
    const { matcher, ...rest } = isJsonObject(hook) ? hook : {};
    addHook(isJsonObject(hook) ? rest : hook, { ...at, matcher }, reading);
  });
}

interface Draft {
  readonly entries: FormEntry[];
  readonly problems: FormProblem[];
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
      entries: [],
      problems: [{ path: [key], detail: `must be a mapping of events; found ${describeFound(all)}` }],
    };
  const reading: Draft = { entries: [], problems: [] };
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
  { entries, problems }: Draft,
): void {
  if (!isJsonObject(hook)) {
    problems.push({ path, detail: `must be a mapping; found ${describeFound(hook)}` });
    return;
  }
  const translated = translate({ event, matcher, hook });
  if (translated !== null) entries.push({ ...translated, path, groupPath });
}
