import { type CompiledCondition, evaluateCondition } from './condition.ts';
import { textPrefix } from './glob.ts';
import type { PathBase } from './path-forms.ts';
import { type Subjects, subjectsOf, type ToolCall } from './subjects.ts';
import { toolNames } from './tool-view.ts';

/** Such a glob is compared with a whole shell text too, wherever that begins. */
const JOINS_COMMANDS = /[|&;\n]/;

/**
 * Many conditions, by what they can match: of a thousand about other files a call looks at none.
 *
 * It finds what `evaluateCondition` would say yes to, which is still asked of each that remains.
 */
export class ConditionIndex {
  readonly #byName = new Map<string, OneName>();

  constructor(conditions: readonly CompiledCondition[]) {
    for (const condition of conditions) {
      const known = this.#byName.get(condition.name) ?? new OneName();
      this.#byName.set(condition.name, known);
      known.add(condition);
    }
  }

  /** Those that concern the call, in no order, each once. Pure. */
  choose(call: ToolCall): readonly CompiledCondition[] {
    const found = new Set<CompiledCondition>();
    for (const name of toolNames(call.toolName, call.view))
      this.#byName.get(name)?.collect(subjectsOf(call), found);
    return found.size === 0 ? NONE : [...found].filter((condition) => evaluateCondition(condition, call));
  }
}

/** The conditions of one tool or kind. */
class OneName {
  readonly #all: CompiledCondition[] = [];
  /** Without a glob for text: true of whatever is compared as text. */
  readonly #noText: CompiledCondition[] = [];
  /** Without one for paths: true of whatever is compared by path. */
  readonly #noPaths: CompiledCondition[] = [];
  readonly #joining: CompiledCondition[] = [];
  readonly #texts = new PrefixTable<CompiledCondition>();
  readonly #paths: Readonly<Record<PathBase, PrefixTable<CompiledCondition>>> = {
    cwd: new PrefixTable(),
    home: new PrefixTable(),
    root: new PrefixTable(),
  };

  add(condition: CompiledCondition): void {
    const { glob, paths } = condition;
    this.#all.push(condition);
    if (paths.length === 0) this.#noPaths.push(condition);
    for (const { base, literalPrefix } of paths) this.#paths[base].add(literalPrefix, condition);
    if (glob === null) {
      this.#noText.push(condition);
      return;
    }
    this.#texts.add(textPrefix(glob), condition);
    if (JOINS_COMMANDS.test(glob)) this.#joining.push(condition);
  }

  collect(subjects: Subjects, found: Set<CompiledCondition>): void {
    const take = (conditions: readonly CompiledCondition[]): void => {
      for (const one of conditions) found.add(one);
    };
    if (subjects.kind === 'unreadable') take(this.#all);
    else if (subjects.kind === 'paths') {
      take(this.#noPaths);
      for (const forms of subjects.paths) {
        for (const base of BASES) this.#paths[base].collect(forms[base], found);
      }
    } else {
      take(this.#noText);
      if (subjects.kind === 'texts') for (const text of subjects.texts) this.#texts.collect(text, found);
      else take(this.#ofShell(subjects, found));
    }
  }

  /** What is left to look at one by one: all where the shell may still put something in. */
  #ofShell(
    { split }: Extract<Subjects, { kind: 'shell' }>,
    found: Set<CompiledCondition>,
  ): readonly CompiledCondition[] {
    if (split.isOpaque || split.commands.some(({ unknownFrom }) => unknownFrom >= 0)) return this.#all;
    for (const { text, name, raw, words } of split.commands) {
      for (const subject of [text, text.slice((words[0] ?? '').length - name.length), raw])
        this.#texts.collect(subject, found);
    }
    return this.#joining;
  }
}

const NONE: readonly CompiledCondition[] = [];
const BASES: readonly PathBase[] = ['cwd', 'home', 'root'];

/** Values by a text that something must begin with. A look costs one look-up for each length that there is. */
class PrefixTable<Value> {
  readonly #byLength = new Map<number, Map<string, Value[]>>();

  add(prefix: string, value: Value): void {
    const ofLength = this.#byLength.get(prefix.length) ?? new Map<string, Value[]>();
    this.#byLength.set(prefix.length, ofLength);
    const values = ofLength.get(prefix);
    if (values === undefined) ofLength.set(prefix, [value]);
    else values.push(value);
  }

  /** Adds the values of every prefix that `text` begins with. */
  collect(text: string, found: Set<Value>): void {
    for (const [length, values] of this.#byLength) {
      if (length > text.length) continue;
      const begun = values.get(text.slice(0, length));
      if (begun !== undefined) for (const value of begun) found.add(value);
    }
  }
}

/** Fewer are looked at as fast, one after another. */
const WORTH_AN_INDEX = 32;

/** Of what events are judged by again and again, as in a process that stays; null = for the first time. */
const indexes = new WeakMap<object, ConditionIndex | null>();

/**
 * Whether any of `conditions` concerns the call. `all` are those of every hook of the set, which is `key`: from its second
 * event on they are looked up.
 */
export function concernsAny(
  conditions: readonly CompiledCondition[],
  call: ToolCall,
  key: object,
  all: () => readonly CompiledCondition[],
): boolean {
  if (conditions.length < WORTH_AN_INDEX) return conditions.some((one) => evaluateCondition(one, call));
  let index = indexes.get(key);
  if (index === undefined) {
    indexes.set(key, null);
    return conditions.some((one) => evaluateCondition(one, call));
  }
  if (index === null) {
    index = new ConditionIndex(all());
    indexes.set(key, index);
  }
  return index.choose(call).some((one) => conditions.includes(one));
}
