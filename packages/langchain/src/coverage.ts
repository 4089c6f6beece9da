import type { ToolFacts } from '@hookmd/library';
import { isHookMiddleware } from './middleware.ts';

/** An agent of `createAgent`, as far as its tools are concerned. */
export interface AgentWithTools {
  readonly options: {
    readonly tools?: readonly unknown[];
    readonly middleware?: readonly object[];
  };
}

/** What is known of the tools of an agent, for `hooks.coverage`. */
export function factsOf({ options: { tools = [], middleware = [] } }: AgentWithTools): readonly ToolFacts[] {
  const isWrapped = middleware.some(isHookMiddleware);
  const brought = middleware.flatMap((one) => (one as { readonly tools?: readonly unknown[] }).tools ?? []);
  return [...tools, ...brought].map((tool) => {
    const { name, type, invoke } = tool as { name?: string; type?: string; invoke?: unknown };
    return {
      name: name ?? type ?? 'unnamed',
      runs: typeof invoke === 'function' ? 'here' : 'provider',
      isWrapped,
    };
  });
}
