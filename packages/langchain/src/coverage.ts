import type { ToolFacts } from '@hookmd/library';
import { isHookMiddleware } from './middleware.ts';

/** The parts of an agent of `createAgent` that have tools. */
export interface AgentWithTools {
  readonly options: {
    readonly tools?: readonly unknown[];
    readonly middleware?: readonly object[];
  };
}

/** The tools of an agent, as `hooks.coverage` takes them. */
export function factsOf({ options: { tools = [], middleware = [] } }: AgentWithTools): readonly ToolFacts[] {
  const isWrapped = middleware.some(isHookMiddleware);
  const brought = middleware.flatMap((each) => (each as { readonly tools?: readonly unknown[] }).tools ?? []);
  return [...tools, ...brought].map((tool) => {
    const { name, type, invoke } = tool as { name?: string; type?: string; invoke?: unknown };
    return {
      name: name ?? type ?? 'unnamed',
      runs: typeof invoke === 'function' ? 'here' : 'provider',
      isWrapped,
    };
  });
}
