import type { EventName } from '@hookmd/core/events';

export type Lang = 'sh' | 'js' | 'ts' | 'py';

/** What `hooks new` was told of the package to write. */
export interface ScaffoldSpec {
  readonly name: string;
  readonly event: EventName;
  readonly lang: Lang;
  /** It blocks; without it, it only watches. */
  readonly isGuard: boolean;
}
