import type { JsonObject, JsonValue } from '../../events/json.ts';
import type { ProtocolId } from '../../protocols/protocol.ts';
import type { KeyPath } from '../../yaml/issue-list.ts';

/** How one agent writes hooks into its files. A form opens no file: it gets JSON and returns entries. */
export interface HookForm {
  readonly id: string;
  /** The agent, for people. */
  readonly agent: string;
  readonly protocol: ProtocolId;
  /** Where its files are, in a repository, in an extension or plugin, or in the home directory. */
  readonly files: readonly RegExp[];
  /** Variables that mean the directory of the extension or plugin that a file belongs to. */
  readonly root: readonly string[];
  /** A line that shows the form. */
  readonly example: string;
  /** Its files are modules, of which `read` gets what their text shows. */
  readonly isOfModules?: true;
  /** Outside of a project the commands run in the directory of the file. Default: in that of the session. */
  readonly runsBesideFile?: true;
  /** Whether hooks of a file at any other path have this form, by what only this agent writes. */
  recognizes(hooks: JsonObject): boolean;
  read(value: JsonValue): FormReading;
}

/** The hooks of a file; what is wrong hides none of them. */
export interface FormReading {
  readonly entries: readonly FormEntry[];
  readonly problems: readonly FormProblem[];
  /** Hooks that cannot run here at all, and why: the rest of a sentence. */
  readonly leftOut: readonly FormProblem[];
}

/** One hook of a file. */
export interface FormEntry {
  /** As in the `events` of a manifest. */
  readonly event: string;
  readonly matcher: JsonValue | undefined;
  /** The hook in the keys of a manifest. */
  readonly hook: JsonObject;
  /** Default: that of the form. */
  readonly protocol?: ProtocolId;
  /** The directory in which the command runs: absolute, or below the project. Default: that of the session. */
  readonly cwd?: string;
  /** Where the hook is in the file. */
  readonly path: KeyPath;
  /** Where its matcher is. */
  readonly groupPath: KeyPath;
  /** What the hook declares and HookMD cannot do: a sentence each. */
  readonly notHonored: readonly string[];
}

/** A part of a file that has another shape. */
export interface FormProblem {
  readonly path: KeyPath;
  /** Follows the name of the key. */
  readonly detail: string;
}

export const NO_HOOKS: FormReading = { entries: [], problems: [], leftOut: [] };
