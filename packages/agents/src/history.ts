import type { EventName, JsonObject } from '@hookmd/core/events';

/** An event from a history, as the agent sent it to hooks, or would have. */
export interface PastEvent {
  readonly event: EventName;
  /** In the agent's format. */
  readonly payload: JsonObject;
  /** Milliseconds since 1970; null = unknown. */
  readonly at: number | null;
  /**
   * The agent's id of the call or the prompt. Events of a kind with the same id and time are the same one: a session that continues
   * another one can start with a copy of it. Null = unknown.
   */
  readonly id: string | null;
}

/** Part of a history that cannot be read; the rest is. */
export interface HistoryIssue {
  /** The first line that it is about, starting at 1; null = the file as a whole. */
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
  /** What hooks get from the agent and its history does not have, so that no event has it. */
  readonly missing: readonly string[];
  /** Whether a file has sessions, by its path below the directory. */
  isSession(path: string): boolean;
  /**
   * The events of one file in their order, and at the end what cannot be read of it. Reads in pieces, writes nothing, follows no symlink,
   * and never throws because of what the file has.
   */
  read(path: string): AsyncIterable<PastEvent | HistoryIssue>;
}
