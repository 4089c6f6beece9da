/** Where a hook comes from. */
export type Source = 'builtin' | 'managed' | 'project' | 'user' | 'bundled' | 'session' | 'code' | 'skill';

/** Order of sources between hooks of equal priority (B19). */
export const sourceOrder: readonly Source[] = [
  'builtin',
  'managed',
  'project',
  'user',
  'bundled',
  'session',
  'code',
  'skill',
];

/** Whether a third party may have written it into the project: a skill comes from anywhere. */
export function mayBeForeign(source: Source): boolean {
  return source === 'project' || source === 'skill';
}

/** How the hooks of a root are written down; what that means is a row of `registry/definition-kinds.ts`. */
export type RootKind = (typeof rootKinds)[number];

export const rootKinds = ['packages', 'plugins', 'executables', 'entries'] as const;
