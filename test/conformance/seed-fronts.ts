import type { HookSpec } from '../support/hook-package.ts';

/**
 * How the manifests of the seed systems begin. MicroClaw's limit of 1.5 s would be about the machine that runs the
 * tests, so it is another one; K-9 holds the default.
 */
export const kodelet = { protocol: 'kodelet', events: ['before_tool_call'] } as const;
export const rfc = { protocol: 'microclaw-rfc', events: ['BeforeToolCall'], timeout: 30 } as const;
export const microclaw = { protocol: 'microclaw', events: ['BeforeToolCall'], timeout: 30 } as const;

/** One script under each of them, before a tool call. */
export const inTheSeeds = (hook: Omit<HookSpec, 'name'>): readonly HookSpec[] =>
  Object.entries({ kodelet, rfc, microclaw }).map(([name, front]) => ({
    ...hook,
    name: `in-${name}`,
    front: { ...front, ...hook.front },
  }));

/** The same word for each of the three. */
export const ofTheSeeds = <T>(value: T): Readonly<Record<string, T>> => ({
  'in-kodelet': value,
  'in-rfc': value,
  'in-microclaw': value,
});

/** A block by each of its ways, before a tool call. */
export const blocksInTheSeeds = (reason: string): readonly HookSpec[] => [
  { name: 'in-kodelet', front: kodelet, prints: { blocked: true, reason } },
  { name: 'in-rfc', front: rfc, stderr: reason, exits: 1 },
  { name: 'in-microclaw', front: microclaw, prints: { action: 'block', reason } },
];
