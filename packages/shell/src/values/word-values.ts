import path from 'node:path';
import type { SyntaxNode, WordPart } from '../syntax.ts';
import { type Changes, plainText } from './changes.ts';

export interface Value {
  readonly text: string;
  /** It comes from a program that may have failed. */
  readonly mayBeEmpty: boolean;
}

/** What is sure of variables, by name. */
export type Values = ReadonlyMap<string, Value>;

const MAX_LENGTH = 1_000;
/** Text that is one word in every context: no blank, no quote, no pattern, no operator. */
const PLAIN = /^(?!=)[\w./:@%+,=-]*$/;
/** What zsh takes for a modifier or a subscript. */
const MODIFIER = /[:[]/;

export function isPlainWord(text: string): boolean {
  return PLAIN.test(text);
}

/** The values of the words of one script, in the environment that the whole script starts in. */
export class WordValues {
  readonly #source: string;
  readonly #changes: Changes;
  readonly #environment: Readonly<Record<string, string | null>>;

  constructor(source: string, changes: Changes, environment: Readonly<Record<string, string | null>>) {
    this.#source = source;
    this.#changes = changes;
    this.#environment = environment;
  }

  /** The value of a whole word; null = it is not one plain word for sure. */
  valueOf(word: SyntaxNode, values: Values): Value | null {
    if (word.type !== 'Word') return null;
    let text = '';
    let mayBeEmpty = false;
    const { pos, end, text: source, value } = word;
    const literal: WordPart = { type: 'Literal', pos, end, text: source, value };
    const parts = (word.parts ?? [literal]).flatMap((part): readonly WordPart[] =>
      part.type === 'DoubleQuoted' ? part.parts : [part],
    );
    for (const part of parts) {
      const found = this.#partOf(part, values);
      if (found === null || text.length > MAX_LENGTH) return null;
      text += found.text;
      mayBeEmpty ||= found.mayBeEmpty;
    }
    if (word.text.startsWith('~')) {
      const home = values.get('HOME');
      if (home === undefined || !/^~(?:\/|$)/.test(text)) return null;
      text = home.text + text.slice(1);
    }
    // Where it is only a part, a result that is empty makes another path.
    const isWhole = !mayBeEmpty || parts.length === 1;
    return isWhole && isPlainWord(text) ? { text, mayBeEmpty } : null;
  }

  #partOf(part: WordPart, values: Values): Value | null {
    switch (part.type) {
      case 'Literal':
      case 'SingleQuoted':
      case 'AnsiCQuoted':
        return { text: part.value, mayBeEmpty: false };
      case 'SimpleExpansion':
      case 'ParameterExpansion':
        return this.expand(part, values);
      case 'CommandExpansion': {
        const made = this.#temporaryFile(part, values);
        return made === null ? null : { text: made, mayBeEmpty: true };
      }
      default:
        return null;
    }
  }

  /** The value of an expansion. */
  expand(part: SyntaxNode, values: Values): Value | null {
    if (part.type === 'SimpleExpansion') {
      const isModified = MODIFIER.test(this.#source[part.end] ?? '');
      return isModified ? null : (values.get(part.text.slice(1)) ?? null);
    }
    if (part.type !== 'ParameterExpansion' || part.prefix !== undefined || part.index !== undefined)
      return null;
    const { operation, parameter } = part;
    const value = values.get(parameter) ?? null;
    if (operation === undefined) return value;
    if (operation.type !== 'Default') return null;
    if (operation.operator.endsWith('?')) return value && { ...value, mayBeEmpty: false };
    if (!operation.operator.endsWith('-')) return null;
    if (value !== null) return value.mayBeEmpty || value.text === '' ? null : value;
    const isUnset = this.#environment[parameter] === null && this.#changes.count(parameter) === 0;
    return isUnset ? this.valueOf(operation.operand, values) : null;
  }

  /** The path that `$(mktemp …)` prints, with its template. */
  #temporaryFile({ script }: Extract<WordPart, { type: 'CommandExpansion' }>, values: Values): string | null {
    const [statement, ...further] = script?.commands ?? [];
    const command = statement?.command;
    if (command?.type !== 'Command' || command.prefix.length > 0 || further.length > 0) return null;
    const words = [command.name, ...command.args].map((word) => plainText(word));
    const [program, ...rest] = words;
    if (program !== 'mktemp' || this.#changes.count('PATH') > 0) return null;
    const isInTemporary = rest.every(
      (word) => word !== null && /^(?:-[dqtu]+|--directory|--tmpdir|--quiet)$/.test(word),
    );
    const template = rest.at(-1) ?? '';
    const options = rest.slice(0, -1).every((word) => word !== null && /^-[dqu]+$/.test(word));
    if (options && /^\/(?:private\/|var\/)?tmp\/[\w.-]*XXX[\w.-]*$/.test(template)) return template;
    const isNamed =
      /^[\w-][\w.-]*$/.test(template) && rest.slice(0, -1).every((word) => /^-[dqt]*$/.test(word ?? ''));
    if (!isInTemporary && !(isNamed && rest.some((word) => /^-\w*t$/.test(word ?? '')))) return null;
    const directory = values.get('TMPDIR')?.text ?? (this.#changes.count('TMPDIR') === 0 ? '/tmp' : null);
    return directory === null ? null : path.join(directory, 'tmp.XXXXXXXXXX');
  }
}
