/** Bare executables of one event. */
export const before = 'echo before_tool_call';

export const oneByOne = { hooks: { concurrency: 1 } } as const;
