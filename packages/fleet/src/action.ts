/** An option as it is written in the help: `--ring <name>`, `--once`. */
export interface ActionOption {
  readonly flags: string;
  readonly about: string;
}

/** The arguments of a call. */
export interface ActionContext {
  readonly words: readonly string[];
  /** The value of an option, the last one if it is given several times; undefined = not given. */
  text(name: string): string | undefined;
  texts(name: string): readonly string[];
  has(name: string): boolean;
  readonly isJson: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Aborts at SIGTERM or SIGINT. */
  readonly signal: AbortSignal;
  /** A line of data. */
  out(line?: string): void;
  /** A line of progress or warning. */
  err(line?: string): void;
  /** The one JSON object of `--json`. */
  print(document: unknown): void;
}

/** One action of `hooks fleet`, such as `publish`: an `action.ts` in a directory of its own exports it. */
export interface Action {
  /** Positional arguments: `<dir>`, `[file]`, `[...files]`. */
  readonly usage: string;
  readonly about: string;
  readonly options: readonly ActionOption[];
  readonly examples: readonly string[];
  /** Returns the exit code: 0 fine, 1 negative finding. Throws HookError. */
  run(context: ActionContext): Promise<0 | 1>;
}
