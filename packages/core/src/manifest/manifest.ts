import type { EventName } from '../events/events.ts';
import type { ModifySpec, Need } from '../events/modify-spec.ts';
import type { OnFailure } from '../events/outcome.ts';
import type { ServiceSpec } from '../events/service-spec.ts';
import type { ProtocolId } from '../protocols/protocol.ts';
import type { OptionsSchema } from './option-schema.ts';

export type { ModifySpec } from '../events/modify-spec.ts';

/** An event as the manifest names it, and the canonical events that it means (none = it never occurs). */
export interface ManifestEvent {
  readonly name: string;
  readonly events: readonly EventName[];
}

/** How the hook runs: one of the five hook types. */
export type HandlerSpec =
  | { readonly mode: 'command'; readonly command: string | readonly string[]; readonly shell: boolean }
  | {
      readonly mode: 'handler';
      readonly file: string;
      /** OpenClaw: the export that is called; absent = the default one. */
      readonly exportName?: string;
    }
  | ServiceSpec;

/** A built-in hook that calls for a host action; no manifest of a package can declare it. */
export interface BuiltinSpec {
  readonly mode: 'builtin';
  readonly hostAction: string;
}

export interface Requires {
  readonly os: readonly string[];
  readonly arch: readonly string[];
  readonly bins: readonly string[];
  readonly anyBins: readonly string[];
  readonly env: readonly string[];
  readonly node: string | null;
  readonly hookmd: string | null;
}

/** A valid manifest with every default filled in; plain JSON data. */
export interface Manifest {
  readonly name: string;
  readonly description: string;
  readonly version: string | null;
  readonly homepage: string | null;
  readonly events: readonly ManifestEvent[];
  readonly protocol: ProtocolId;
  readonly handler: HandlerSpec | BuiltinSpec;
  /** Already clamped; null = the default of the protocol. */
  readonly timeoutMs: number | null;
  readonly matcher: string | null;
  readonly condition: string | null;
  readonly modify: Readonly<Partial<Record<EventName, ModifySpec>>>;
  readonly merge: 'replace' | 'shallow';
  readonly redactKeys: readonly string[];
  readonly preApprove: boolean;
  readonly observe: 'no' | 'redacted' | 'raw';
  readonly recheck: boolean;
  readonly needs: readonly Need[];
  /** Low first. */
  readonly priority: number;
  readonly onFailure: OnFailure;
  readonly isAsync: boolean;
  readonly asyncTimeoutMs: number | null;
  readonly once: 'no' | 'session' | 'installation';
  /** Internal operations of the agent (`commit`, `pr`, …) in which it runs too; `*` = all. */
  readonly contexts: readonly string[];
  readonly statusMessage: string | null;
  readonly requires: Requires;
  /** Further variables passed to the handler, if set. */
  readonly env: readonly string[];
  /** `writes-project`: strict, but that it may change the project. */
  readonly isolation: 'off' | 'strict' | 'writes-project';
  /** What its handler can be set to. */
  readonly options: OptionsSchema | null;
  /** The default wish; a record of `enable` or `disable` overrides it. */
  readonly enabled: boolean;
  /** The Markdown below the front matter. */
  readonly body: string;
}

/** The longest timeout that needs no grant; configuration may lower it. */
export const MAX_TIMEOUT_MS = 120_000;
