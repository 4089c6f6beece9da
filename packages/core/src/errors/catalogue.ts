import { makeCatalogue } from './catalogue-rows.ts';

/** `hint`: nothing is wrong, and it could be better. */
export type Severity = 'error' | 'warning' | 'hint';

export interface CatalogueRow {
  readonly severity: Severity;
  readonly message: string;
  readonly remedy: string;
  /** The exit code of a command that throws it without another; absent = 2. */
  readonly exitCode?: 1;
}

makeCatalogue satisfies () => Readonly<Record<string, CatalogueRow>>;

/** The code of an error or an issue. Codes are permanent. */
export type Code = keyof ReturnType<typeof makeCatalogue>;

let made: Readonly<Record<Code, CatalogueRow>> | null = null;

/** Every row by its code. */
export function catalogue(): Readonly<Record<Code, CatalogueRow>> {
  made ??= makeCatalogue();
  return made;
}

/** The values for the sentences of an error, by name. */
export type Parameters = Readonly<Record<string, string | number>>;

/** Fills the `{name}` places of a sentence; a place without a parameter is a bug and throws. */
export function fillSentence(sentence: string, parameters: Parameters): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`The sentence "${sentence}" needs "${name}".`);
    return String(value);
  });
}
