import type { ModelCaller } from '@hookmd/core/internal/executors/model/model-caller';
import type { HandlerBuilder } from '@hookmd/core/internal/registry/handler-builder';
import type { Trust } from '@hookmd/core/internal/registry/settle-names';
import type { ToolRow } from '@hookmd/core/internal/wires/tool-words';

/** Everything may be left out: then it is as if `hooks run` were called in the working directory. */
export interface HooksOptions {
  /** The folder of the project; default: the nearest one upward from `cwd` with `.hookmd` or `.git`. */
  readonly project?: string;
  /** Stands for the person's home folder, with all that HookMD keeps there. */
  readonly home?: string;
  /** The state folder; default: below the home folder. */
  readonly state?: string;
  /** Further folders that hold `hooks/<name>/`; approved like a user's. */
  readonly roots?: readonly string[];
  /** Files of settings entries that take part too, in the shape of Claude's settings; approved like a user's. */
  readonly settings?: readonly string[];
  /** Default: the working directory of the process. */
  readonly cwd?: string;
  /** What handlers get an allowlist of; default: the environment of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The agent's name, as it stands in events and in the journal; default `local`. */
  readonly agent?: string;
  /** `all` runs what stands in the roots, approved or not: for tests, and for hosts that own every file. */
  readonly trust?: Trust;
  /** Builds handlers that did not come built, under `trust: 'all'`: `buildHandler` of `@hookmd/sdk/build`. */
  readonly build?: HandlerBuilder;
  /** Asks models for prompt and agent hooks, which cannot run without: `callModel` of `@hookmd/models`. */
  readonly models?: ModelCaller;
  /** Only managed hooks run. Callbacks do not either. */
  readonly noHooks?: boolean;
  /** How long one event may take in all; null = no limit, which is the default. */
  readonly budgetMs?: number | null;
  /**
   * Looks at files, several times a second. Fires ConfigChange, once for each change, while settings are edited: what holds is what was
   * read, until the next `createHooks`. Fires FileChanged where a tracked file of the project changes, whoever changed it: one that git tracks, or one of
   * `files`, which count from the project. Default: nobody looks.
   */
  readonly watch?: boolean | { readonly files: readonly string[] };
  /** Closes: ends everything that is being asked, and nothing is asked any more. */
  readonly signal?: AbortSignal;
  /** How this agent calls the tools that hooks know by Claude's names, such as `Bash`; default: as they do. */
  readonly tools?: readonly ToolRow[];
}
