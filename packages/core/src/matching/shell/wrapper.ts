/**
 * A program that runs another one given in its arguments. A short option that is not listed takes no value of its own; a long one
 * may take the next word.
 */
export interface Wrapper {
  /** Short options with a value, attached or in the next word. */
  readonly valued: string;
  /** Short options whose value, if any, is attached. */
  readonly attached: string;
  /** Long options with a value. */
  readonly long: readonly string[];
  /** Its command stands behind one of these words, if any; without one it runs nothing that is written here. */
  readonly behind: readonly string[];
  /** Words between the options and the command. */
  readonly operands: number;
  /** Those words may be missing. */
  readonly mayLackOperands: boolean;
  /** Options with which a command follows at once, and no operands. */
  readonly directWith: readonly string[];
  /** Options may also stand behind the operands. */
  readonly permutes: boolean;
  /** What follows: a command, words that are joined into a script, or nothing that runs. */
  readonly runs: 'command' | 'script' | 'nothing';
  /** Options whose value is a script. */
  readonly scripts: readonly string[];
  /** Options whose value is split into words and put before the rest. */
  readonly splits: readonly string[];
  /** Options with which it only asks about the command. */
  readonly queries: readonly string[];
  /** Without a command it starts a shell, which reads stdin. */
  readonly startsShell: boolean;
  readonly takesAssignments: boolean;
  /** A lone `-` is an option. */
  readonly takesDash: boolean;
  /** It adds arguments that are not written here, at the end or where the value of one of `marks` stands. */
  readonly appends: boolean;
  readonly marks: readonly string[];
  /** Always more may run than is written. */
  readonly isOpaque: boolean;
}
