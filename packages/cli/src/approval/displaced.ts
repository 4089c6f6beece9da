import { definitionKinds, type HookStatus } from '@hookmd/core/registry';

/** Bare executables of the same name that stop once this one is approved: `statuses` stand in the order of their roots. */
export function displacedBy(statuses: readonly HookStatus[], status: HookStatus): readonly HookStatus[] {
  const isExecutable = ({ record }: HookStatus): boolean =>
    definitionKinds[record.root.kind].oneOfAName === 'in all roots';
  if (!isExecutable(status)) return [];
  const later = statuses.slice(statuses.indexOf(status) + 1);
  return later.filter(
    (one) => isExecutable(one) && one.record.name === status.record.name && one.state !== 'shadowed',
  );
}
