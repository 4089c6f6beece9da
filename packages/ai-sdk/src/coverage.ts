import type { ToolFacts } from '@hookmd/library';
import type { SdkTool, SdkTools } from './sdk-shapes.ts';
import { sourceOf } from './wrap-tools.ts';

/** What is known of tools, wrapped or not, for `hooks.coverage`. */
export function factsOf(tools: SdkTools): readonly ToolFacts[] {
  return Object.entries(tools).map(([name, tool]) => ({
    name,
    runs: runnerOf(tool),
    isWrapped: sourceOf(tool) !== null,
  }));
}

function runnerOf({ execute, type }: SdkTool): ToolFacts['runs'] {
  if (execute !== undefined) return 'here';
  return type?.startsWith('provider') === true ? 'provider' : 'client';
}
