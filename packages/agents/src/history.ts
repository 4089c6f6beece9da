import type { EventName, JsonObject } from '@hookmd/core/events';

/** An event from a history, as the agent sent it to hooks, or would have. */
export interface PastEvent {
  readonly event: EventName;
  /** In the agent's format. */
  readonly payload: JsonObject;
  /** Milliseconds since 1970; null = the history does not say. */
  readonly at: number | null;
}

/** Part of a history that cannot be read; the rest is. */
export interface HistoryIssue {
  /** Starting at 1; null = the file as a whole. */
  readonly line: number | null;
  /** What cannot be read, as a sentence. */
  readonly message: string;
}

/** Where an agent keeps its past sessions, and how they are read. */
export interface History {
  /** The directory with its sessions, `~/…`. */
  readonly directory: string;
  /** The variable that moves the user's directory of the agent, and the sessions `below` it. */
  readonly movedBy?: { readonly variable: string; readonly below: string };
  /** Whether a file has sessions, by its path below the directory. */
  isSession(path: string): boolean;
  /**
   * The events of one file in their order, and what cannot be read of it. Reads in pieces, writes nothing, and never throws because of
   * what the file has.
   */
  read(path: string): AsyncIterable<PastEvent | HistoryIssue>;
}
