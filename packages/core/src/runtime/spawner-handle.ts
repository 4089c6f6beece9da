import type { Starter } from '../process/process.ts';

/** What starts the programs of one runtime, whose host may be large. */
export interface SpawnerHandle {
  readonly spawner: Starter;
  close(): Promise<void>;
  /** Nothing is repeated any more that is lost; for who is about to end everything. */
  giveUp(): void;
}
