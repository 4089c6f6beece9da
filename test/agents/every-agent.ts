/** What is said of every agent, and where its payloads are. */
import { fileURLToPath } from 'node:url';
import type { Scratch } from '../support/scratch.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { geminiCli } from './gemini-cli.ts';
import { openclaw } from './openclaw.ts';
import { opencode } from './opencode.ts';
import { pi } from './pi.ts';
import { qwenCode } from './qwen-code.ts';
import type { AgentReplays } from './row.ts';

export const agents: readonly AgentReplays[] = [
  codex,
  copilot,
  geminiCli,
  qwenCode,
  cline,
  opencode,
  pi,
  openclaw,
];

export const recordedOf = (agent: string): string =>
  fileURLToPath(new URL(`../../packages/agents/src/${agent}/recorded`, import.meta.url));

/** With the places of one test. */
export function fill<T>(value: T, { project, home }: Scratch): T {
  if (typeof value === 'string')
    return value.replaceAll('{{project}}', project).replaceAll('{{home}}', home) as T;
  if (Array.isArray(value)) return value.map((item) => fill(item, { project, home } as Scratch)) as T;
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fill(item, { project, home } as Scratch)]),
  ) as T;
}
