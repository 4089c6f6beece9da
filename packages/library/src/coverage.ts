/** One tool that an agent offers to its model. */
export interface ToolFacts {
  readonly name: string;
  /** Who runs it: this process, the provider of the model on its own servers, or a client that is sent the call. */
  readonly runs: 'here' | 'provider' | 'client';
  /** Whether its calls go through `tool`, or both of its halves. */
  readonly isWrapped: boolean;
}

/** Whether hooks run for the calls of a tool. */
export interface CoverageRow {
  readonly tool: string;
  readonly isCovered: boolean;
  /** Why not; null = they run. */
  readonly cause: 'PROVIDER_EXECUTED' | 'CLIENT_SIDE' | 'NOT_WRAPPED' | null;
  /** The cause as a sentence; null = they run. */
  readonly reason: string | null;
}

const reasons: Readonly<Record<NonNullable<CoverageRow['cause']>, string>> = {
  PROVIDER_EXECUTED: 'the model provider runs it: its calls are made before this agent knows about them',
  CLIENT_SIDE:
    'it has no function here: your code must call `preToolUse` before it and `postToolUse` after it',
  NOT_WRAPPED: 'its calls do not go through these hooks: it was never wrapped, or was added around what is',
};

/** One row for each tool, in order. */
export function coverageOf(tools: readonly ToolFacts[]): readonly CoverageRow[] {
  return tools.map((tool) => {
    const cause = causeOf(tool);
    return {
      tool: tool.name,
      isCovered: cause === null,
      cause,
      reason: cause === null ? null : reasons[cause],
    };
  });
}

function causeOf({ runs, isWrapped }: ToolFacts): CoverageRow['cause'] {
  if (runs === 'provider') return 'PROVIDER_EXECUTED';
  if (isWrapped) return null;
  return runs === 'client' ? 'CLIENT_SIDE' : 'NOT_WRAPPED';
}
