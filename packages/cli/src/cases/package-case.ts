import type { Place } from '@hookmd/core/errors';
import type { EventName, JsonObject, JsonValue } from '@hookmd/core/events';
import type { ScriptedTurn } from './scripted-model.ts';

export const CASE_SCHEMA = 'hookmd.case/1';

/** What a case expects: only the keys it lists are compared. Source: contracts.md §10. */
export interface Expectation {
  /** Of the decision, and `outcome` and `cause` of the hook itself. */
  readonly values: JsonObject;
  /** By path below the working folder; null = there is no such file. */
  readonly files: Readonly<Record<string, string | null>>;
}

/** What a service answers whatever it is asked. */
export interface CaseService {
  /** Default: 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON; absent = nothing. */
  readonly body?: JsonValue;
}

/** One test case of a package, with every default filled in. */
export interface PackageCase {
  readonly name: string;
  readonly event: EventName;
  readonly payload: JsonObject;
  /** Set in the environment that the event is fired from. */
  readonly env: Readonly<Record<string, string>>;
  /** Written below the working folder before. */
  readonly files: Readonly<Record<string, string>>;
  readonly options: JsonObject;
  /** What the model of a prompt or agent hook says, turn by turn; no real one is ever asked. */
  readonly model: readonly ScriptedTurn[];
  /** What the package asks; null = nothing is there. */
  readonly service: CaseService | null;
  readonly expect: Expectation;
  readonly place: Place;
}

/** One value that is not what the case expects. `undefined` = there is none. */
export interface Difference {
  /** `input.command`, `files.notes.txt` */
  readonly key: string;
  readonly expected: JsonValue | undefined;
  readonly found: JsonValue | undefined;
}

/** The pattern in `/…/`; null for any other text. */
export function patternIn(text: string): string | null {
  return /^\/(.+)\/$/s.exec(text)?.[1] ?? null;
}
