import type { DetachedProcess, ProcessRequest, ProcessResult, RunTraits } from '../process.ts';

/** `lost` = nobody knows what became of it; what was left of it is killed. */
export type RemoteEnd = ProcessResult | DetachedProcess | 'lost';

/** A run that a spawner was asked for. */
export interface AskedRun {
  readonly result: Promise<RemoteEnd>;
  /** Something was heard of it. */
  readonly isStarted: boolean;
  /** What it came to where it is lost. */
  killed(): ProcessResult;
}

/** What is known of one spawner in the process that asks it. */
export interface SpawnerLink {
  /** Nothing is asked of it any more. */
  readonly isLost: boolean;
  /** False = this run it cannot do. */
  accepts(request: ProcessRequest): boolean;
  /** Runs it there. It was accepted, and nobody has called it off. */
  ask(request: ProcessRequest, traits: Pick<RunTraits, 'mayDetach'>): AskedRun;
  /** It ends what it runs, and itself. */
  close(): Promise<void>;
}

/** Null = there is none. */
export type LinkOpener = (owner: object) => Promise<SpawnerLink | null>;
