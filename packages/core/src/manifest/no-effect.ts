import { eventRow } from '../events/events.ts';
import type { IssueList } from './issue-list.ts';
import type { ManifestKey, RawManifest } from './keys.ts';
import type { HandlerSpec, Manifest, ManifestEvent, ModifySpec } from './manifest.ts';
import type { ModifyReading } from './modify.ts';
import { canonicalEventsOf, permitsOn } from './vocabulary.ts';

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
    detail: 'a model decides and says why; it changes nothing',
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

export function warnOfIdleKeys(
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
  return canonicalEventsOf(events).some((event) => ['gate', 'result'].includes(eventRow(event).class));
}
