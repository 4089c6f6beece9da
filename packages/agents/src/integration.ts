import type { Decision, EventName, HookEvent, JsonObject, JsonValue } from '@hookmd/core/events';
import type { Host } from '@hookmd/core/runtime';

/** What goes back to the agent, in its own form. */
export interface NativeReply {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** What one settings file of an agent says about its own hooks. */
export interface SettingsReading {
  /** Its hooks are switched off altogether. */
  readonly isOff: boolean;
  /** Command lines it starts, by its native event; `matcher` is '' where it starts them for everything. */
  readonly commands: readonly {
    readonly event: string;
    readonly matcher: string;
    readonly command: string;
  }[];
}

/** Another agent that reads the settings of this one beside its own, and starts what they name. */
export interface SettingsReader {
  readonly name: string;
  /** Whether it has sent this payload. */
  isSender(payload: JsonObject, environment: Readonly<Record<string, string | undefined>>): boolean;
  /** How it speaks then. */
  load(owner: Integration): Integration | Promise<Integration>;
}

/** An existing agent: a host that speaks a wire, with its native names, budgets and limits. */
export interface Integration extends Host {
  /** The canonical event of a native name, or null where HookMD does not know it. */
  eventOf(nativeEvent: string): EventName | null;
  /** Its own name of an event; null = it never fires it. */
  nativeOf(event: EventName): string | null;
  /** Whether the agent ever fires this event. */
  fires(event: EventName): boolean;
  /** Names of its tools beyond the canonical ones: its own for those, and of those that no other agent has. */
  readonly tools: readonly string[];
  /** Where it looks for its own hooks, whether there is a file or not. */
  settingsFiles(places: { readonly home: string; readonly projectDir: string }): readonly string[];
  readSettings(document: JsonValue): SettingsReading;
  /** Agents that also start what its settings name. Default: none. */
  readonly readBy?: readonly SettingsReader[];
  /** Settings of other agents that it reads too, in which it may find us a second time. Default: none. */
  alsoReads?(places: { readonly projectDir: string }): readonly string[];
  /** The files of a plugin that asks HookMD from inside an agent that starts no commands, by name; `argv` is the command, program first, and the event its last word. */
  plugin?(argv: readonly string[]): Readonly<Record<string, string>>;
  /** Field of the native payload that names the event. */
  readonly eventField: string;
  /** Others that do where that one is not there. Default: none. */
  readonly otherEventFields?: readonly string[];
  /** Variable in which the agent names its project. */
  readonly projectVariable: string | null;
  /** The decision in the agent's own form (contracts.md §11). */
  reply(decision: Decision, event: HookEvent): NativeReply;
  /** A message to the user with no opinion: how HookMD's own failures are said. */
  notice(message: string): NativeReply;
  /** A refusal that HookMD makes itself, because a guard that must agree could not be asked. */
  rejection(event: EventName, reason: string): NativeReply;
}
