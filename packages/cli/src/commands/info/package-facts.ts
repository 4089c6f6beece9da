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

/** Its place among the hooks of each of its events, counted from 1: `{event: [place, of]}`. */
export function planOrder(
  statuses: readonly HookStatus[],
  status: HookStatus,
): Readonly<Record<string, readonly [number, number]>> {
  const events = status.record.manifest?.events.flatMap((one) => one.events) ?? [];
  return Object.fromEntries(events.map((event) => [event, placeAmong(statuses, status, event)]));
}

function placeAmong(
  statuses: readonly HookStatus[],
  status: HookStatus,
  event: string,
): readonly [number, number] {
  const key = ({
    record,
  }: HookStatus): { priority: number; source: HookStatus['record']['root']['source']; name: string } => ({
    priority: record.manifest?.priority ?? 100,
    source: record.root.source,
    name: record.name,
  });
  const rivals = statuses
    .filter((one) => one === status || one.state === 'ready' || one.state === 'changed')
    .filter(({ record }) =>
      record.manifest?.events.some((one) => (one.events as readonly string[]).includes(event)),
    )
    .sort((a, b) => compareHooks(key(a), key(b)));
  return [rivals.indexOf(status) + 1, rivals.length];
}
