/** The issues that bring what is pending. */
export const issues = {
  dailyTools: 'Daily tools: write one in five minutes, see why it did not run, feel no delay',
  seedSystems: 'Every hook of the four seed systems runs unmodified',
  sdk: 'Authoring in TypeScript: the SDK and warm handlers',
  modes: 'HTTP, prompt and agent hooks',
  install: 'Install hook packages that stay what you approved',
  agents: 'One package, every coding agent',
  library: 'Inside a TypeScript agent: the runtime as a library',
} as const;

export type IssueTitle = (typeof issues)[keyof typeof issues];
