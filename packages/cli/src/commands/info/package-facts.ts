import { compareHooks } from '@hookmd/core/hook-index';
import { definitionKinds, type HookStatus } from '@hookmd/core/registry';

/** The Markdown below the front matter; empty where the manifest cannot be read. */
export async function readBody({ record }: HookStatus): Promise<string> {
  if (record.manifest === null || record.root.source === 'builtin') return '';
  const reader = await definitionKinds[record.root.kind].load();
  try {
    return reader.body(record);
  } catch {
    return '';
  }
}

/** The place of a hook among the hooks of each of its events, counted from 1: `{event: [place, of]}`. */
export function planOrder(
  statuses: readonly HookStatus[],
  status: HookStatus,
): Readonly<Record<string, readonly [number, number]>> {
  const running = statuses
    .filter((each) => each === status || each.state === 'ready' || each.state === 'changed')
    .map((each) => ({
      status: each,
      events: eventsOf(each),
      priority: each.record.manifest?.priority ?? 100,
      source: each.record.root.source,
      name: each.record.name,
    }))
    .sort(compareHooks);
  const placeAt = (event: string): readonly [number, number] => {
    const listening = running.filter(({ events }) => events.includes(event));
    return [listening.findIndex((each) => each.status === status) + 1, listening.length];
  };
  return Object.fromEntries(eventsOf(status).map((event) => [event, placeAt(event)]));
}

function eventsOf({ record }: HookStatus): readonly string[] {
  return record.manifest?.events.flatMap(({ events }) => events) ?? [];
}
