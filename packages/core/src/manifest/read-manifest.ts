import { eventRow } from '../events/events.ts';
import type { JsonObject } from '../events/json.ts';
import { protocols } from '../protocols/index.ts';
import type { ProtocolId } from '../protocols/protocol.ts';
import { addUnknownKey, describeFound, type IssueList, quote, showText } from '../yaml/issue-list.ts';
import {
  canonicalEventsOf,
  type EventsReading,
  inferProtocol,
  permitsOn,
  readConditions,
  readEvents,
} from './events.ts';
import { readHandler } from './handler-spec.ts';
import {
  isPackageName,
  type KeyReading,
  type ManifestKey,
  manifestKeyNames,
  manifestKeys,
  type RawManifest,
  readKeys,
} from './keys.ts';
import type { HandlerSpec, Manifest, ManifestEvent, ModifySpec } from './manifest.ts';
import { defaultModify, type ModifyReading, readModify } from './modify.ts';
import { OPENCLAW_TOP_KEYS, type OpenClawReading, readOpenClaw } from './openclaw.ts';
import { checkOptionSchema, type OptionsSchema } from './option-schema.ts';
import { isVersion, readEnv, readRequires } from './requires.ts';
import { readAsyncTimeoutMs, readTimeoutMs } from './timeout.ts';

/** What is known of the package around its manifest. */
export interface ManifestPlace {
  /** Shown in issues. */
  readonly path: string;
  readonly directoryName: string;
  /** Every file of the package, by its path relative to the directory, with `/`. */
  readonly files: readonly string[];
  /** A settings entry, read as the equivalent manifest. */
  readonly isEntry?: boolean;
  /** It runs already, approved or managed: a misspelled key must not disable a guard. */
  readonly isRunning?: boolean;
  /** Variables that mean a directory of a plugin; the hook finds them set. */
  readonly variables?: readonly string[];
}

/** What could be read of a manifest, also of a broken one: enough to list it. */
export interface PartialManifest {
  readonly name: string;
  readonly description: string;
  readonly events: readonly string[];
}

/**
 * Parses the keys of a front matter, one rule after another, each adding its issues.
 *
 * With errors the manifest is null or incomplete; the caller checks `issues`.
 */
export function readManifest(
  front: JsonObject,
  location: ManifestPlace,
  issues: IssueList,
): { readonly manifest: Omit<Manifest, 'body'> | null; readonly partial: PartialManifest } {
  const openClaw = front.events === undefined ? readOpenClaw(front, issues) : null;
  const keys = readKeys(front, openClaw === null ? [] : OPENCLAW_TOP_KEYS, issues);
  const { raw } = keys;
  const name = readName(raw, location, issues);
  const description = raw.description ?? '';
  const ownEvents = readOwnEvents(keys, openClaw, issues);
  const events = openClaw?.events ?? ownEvents.events;
  const written = raw.protocol ?? (openClaw === null ? inferProtocol(ownEvents, raw) : 'openclaw');
  const isOwn = written === 'hookmd' && openClaw === null && location.isRunning !== true;
  const misspelled = reportMisspelled(keys, isOwn, issues);
  const handler = readHandler(
    { ...keys, broken: misspelled },
    {
      protocol: written,
      files: location.files,
      isEntry: location.isEntry === true,
      variables: location.variables ?? [],
      isUrlHomepage: openClaw !== null,
      exportName: openClaw?.exportName ?? null,
    },
    issues,
  );
  const protocol = handler?.mode === 'handler' ? moduleProtocol(written, raw, issues) : written;
  const modify = raw.modify === undefined ? defaultModify(protocol, events) : readModify(raw, events, issues);
  warnOfIdleKeys(raw, handler, events, modify, issues);
  checkRecheck(raw, issues);
  checkNumbers(raw.options, issues);
  if (raw.options !== undefined) checkOptionSchema(raw.options as JsonObject, issues);

  const settings = {
    ...readConditions(raw, { protocol, events }, issues),
    timeoutMs: readTimeoutMs(raw, protocols[protocol].longestTimeoutMs, issues),
    asyncTimeoutMs: readAsyncTimeoutMs(raw, issues),
    version: readVersion(raw, issues),
    homepage: raw.homepage ?? openClaw?.homepage ?? null,
    requires: readRequires(raw.requires ?? openClaw?.requires ?? {}, issues),
    env: readEnv(raw, issues),
    ...readFlags(raw),
  };
  const partial = {
    name,
    description,
    events: openClaw?.events.map((event) => event.name) ?? raw.events ?? [],
  };
  const manifest =
    handler === null ? null : { name, description, events, protocol, handler, modify, ...settings };
  return { manifest, partial };
}

/**
 * A module runs with the SDK that is built into it, which speaks the protocol hookmd whatever the vocabulary of its events;
 * only modules of OpenClaw and OpenCode are called as these call them.
 */
function moduleProtocol(
  written: ProtocolId,
  { protocol }: Partial<RawManifest>,
  issues: IssueList,
): ProtocolId {
  if (written === 'openclaw' || written === 'opencode') return written;
  if (protocol !== undefined && protocol !== 'hookmd') {
    const detail = 'a module uses the SDK, which uses the hookmd protocol';
    issues.add('MANIFEST_CONFLICT', { first: `protocol: ${protocol}`, second: 'handler', detail }, [
      'protocol',
    ]);
  }
  return 'hookmd';
}

/**
 * Reports misspelled keys: as errors in the vocabulary of HookMD, whose keys these are; a hook of another system runs unmodified, so there
 * they are unknown keys like any other. Returns the keys that need no other error.
 */
function reportMisspelled(
  { broken, misspelled }: KeyReading,
  isOwn: boolean,
  issues: IssueList,
): ReadonlySet<ManifestKey> {
  const reported = new Set(broken);
  for (const [key, meant] of misspelled) {
    if (!isOwn && meant !== 'events') addUnknownKey([key], manifestKeyNames, issues);
    else {
      reported.add(meant);
      issues.add('MANIFEST_MISSPELLED_KEY', { key: showText(key), meant }, [key], 'key');
    }
  }
  return reported;
}

function readOwnEvents(
  { raw, broken, misspelled }: KeyReading,
  openClaw: OpenClawReading | null,
  issues: IssueList,
): EventsReading {
  if (raw.events !== undefined) return readEvents(raw.events, issues);
  if (openClaw === null && !broken.has('events') && ![...misspelled.values()].includes('events')) {
    const detail = 'it would never run';
    issues.add('MANIFEST_MISSING_KEY', { key: 'events', detail, example: manifestKeys.events.example }, []);
  }
  return { events: [], vocabulary: null };
}

/** The keys whose value is used as it is, with their defaults. */
function readFlags(
  raw: Partial<RawManifest>,
): Pick<
  Manifest,
  | 'merge'
  | 'redactKeys'
  | 'preApprove'
  | 'observe'
  | 'recheck'
  | 'needs'
  | 'priority'
  | 'onFailure'
  | 'isAsync'
  | 'once'
  | 'contexts'
  | 'statusMessage'
  | 'isolation'
  | 'options'
  | 'enabled'
> {
  const { observe = false, once = false } = raw;
  return {
    merge: raw.merge ?? 'replace',
    redactKeys: raw.redactKeys ?? [],
    preApprove: raw.preApprove ?? false,
    observe: typeof observe === 'string' ? observe : observe ? 'redacted' : 'no',
    recheck: raw.recheck ?? true,
    needs: raw.needs ?? [],
    priority: raw.priority ?? 100,
    onFailure: raw.onFailure ?? 'continue',
    isAsync: raw.async ?? false,
    once: typeof once === 'string' ? once : once ? 'session' : 'no',
    contexts: raw.contexts ?? [],
    statusMessage: raw.statusMessage ?? null,
    isolation: typeof raw.isolation === 'object' ? 'writes-project' : (raw.isolation ?? 'off'),
    options: (raw.options as OptionsSchema | undefined) ?? null,
    enabled: raw.enabled ?? true,
  };
}

/** A blank name counts as none (A4); in place of an invalid name lists show the directory's. */
function readName(
  { name }: Partial<RawManifest>,
  { directoryName }: ManifestPlace,
  issues: IssueList,
): string {
  const given = (name ?? '').trim();
  const chosen = given === '' ? directoryName : given;
  if (isPackageName(chosen)) return chosen;
  issues.add('PACKAGE_NAME', { name: quote(chosen) }, ['name']);
  return directoryName;
}

function readVersion({ version }: Partial<RawManifest>, issues: IssueList): string | null {
  if (version === undefined || version === null || version === '') return null;
  if (typeof version === 'string' && isVersion(version)) return version;
  issues.add('MANIFEST_VERSION', { found: describeFound(version) }, ['version']);
  return null;
}

function checkRecheck({ recheck, modify }: Partial<RawManifest>, issues: IssueList): void {
  if (recheck !== false || Object.keys(modify ?? {}).length > 0) return;
  const detail = 'only a hook that declares `modify` runs again';
  issues.add(
    'MANIFEST_VALUE',
    { key: 'recheck', found: 'false', detail, example: manifestKeys.modify.example },
    ['recheck'],
  );
}

/** YAML knows `.nan` and `.inf`; JSON, in which options travel, does not. */
function checkNumbers(options: RawManifest['options'] | undefined, issues: IssueList): void {
  const found = options === undefined ? null : findStrangeNumber(options);
  if (found === null) return;
  const { example } = manifestKeys.options;
  issues.add(
    'MANIFEST_VALUE',
    { key: 'options', found: describeFound(found), detail: 'JSON has no such number', example },
    ['options'],
  );
}

function findStrangeNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : value;
  if (typeof value !== 'object' || value === null) return null;
  for (const inner of Object.values(value)) {
    const found = findStrangeNumber(inner);
    if (found !== null) return found;
  }
  return null;
}

interface Facts {
  readonly mode: HandlerSpec['mode'];
  readonly events: readonly ManifestEvent[];
  readonly changes: readonly ModifySpec[];
  readonly isAsync: boolean;
  readonly isObserver: boolean;
}

interface Rule {
  readonly key: ManifestKey;
  readonly isIdle: (facts: Facts) => boolean;
  readonly detail: string;
}

const onlyIn = (key: ManifestKey, detail: string, ...modes: readonly HandlerSpec['mode'][]): Rule => ({
  key,
  isIdle: ({ mode }) => !modes.includes(mode),
  detail: `it belongs to ${detail}`,
});

/** Valid keys without any effect beside the others, so that the author's intention would silently be lost. */
const rules: readonly Rule[] = [
  onlyIn('shell', '`command`', 'command'),
  onlyIn('headers', '`url`', 'http'),
  onlyIn('shape', '`url`', 'http'),
  onlyIn('model', '`prompt` and `agent`', 'prompt', 'agent'),
  onlyIn('commands', '`agent`', 'agent'),
  {
    key: 'modify',
    isIdle: ({ mode }) => mode === 'prompt' || mode === 'agent',
    detail: 'a model only decides; it changes nothing',
  },
  {
    key: 'merge',
    isIdle: ({ changes }) => !changes.some((change) => change.input !== undefined),
    detail: '`modify` declares no change of an input',
  },
  {
    key: 'redactKeys',
    isIdle: ({ changes }) => !changes.some((change) => change.redact === true),
    detail: '`modify` declares no `redact` on PreModelCall',
  },
  {
    key: 'preApprove',
    isIdle: ({ events }) =>
      !canonicalEventsOf(events).some((event) => permitsOn(event, events).includes('preApprove')),
    detail: 'nothing can be approved on these events',
  },
  {
    key: 'onFailure',
    isIdle: ({ events }) => !canBeBlocked(events),
    detail: 'nothing can be blocked on these events',
  },
  ...(['modify', 'onFailure', 'preApprove'] as const).flatMap((key): readonly Rule[] => [
    { key, isIdle: ({ isAsync }) => isAsync, detail: 'with `async` it runs when everything is decided' },
    {
      key,
      isIdle: ({ isAsync, isObserver }) => isObserver && !isAsync,
      detail: 'with `observe` it only watches, when everything is decided',
    },
  ]),
];

/** Values without an intention, which need no warning. */
const DEFAULTS: ReadonlySet<unknown> = new Set([false, 'replace', 'continue']);

function warnOfIdleKeys(
  raw: Partial<RawManifest>,
  handler: HandlerSpec | null,
  events: readonly ManifestEvent[],
  modify: ModifyReading,
  issues: IssueList,
): void {
  if (handler === null || events.length === 0) return;
  const facts: Facts = {
    mode: handler.mode,
    events,
    changes: Object.values(modify),
    isAsync: raw.async === true,
    isObserver: raw.observe !== undefined && raw.observe !== false,
  };
  for (const { key, isIdle, detail } of rules) {
    const value = raw[key];
    if (value !== undefined && !DEFAULTS.has(value) && isIdle(facts)) {
      issues.add('MANIFEST_NO_EFFECT', { key, detail }, [key], 'key');
    }
  }
}

/** Whether a failure would block: only hooks that run before the decision can block. Pure. */
export function failsClosed({
  onFailure,
  observe,
  isAsync,
  events,
}: Pick<Manifest, 'onFailure' | 'observe' | 'isAsync' | 'events'>): boolean {
  return onFailure === 'block' && observe === 'no' && !isAsync && canBeBlocked(events);
}

function canBeBlocked(events: readonly ManifestEvent[]): boolean {
  return canonicalEventsOf(events).some((event) => ['before', 'after'].includes(eventRow(event).kind));
}
