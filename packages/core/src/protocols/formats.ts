import { claude, hookmd } from './claude/claude.ts';
import { codex } from './codex/codex.ts';
import { copilot } from './copilot/copilot.ts';
import { vscode } from './copilot/vscode.ts';
import { cursor } from './cursor/cursor.ts';
import type { Format, FormatId } from './format.ts';
import { gemini } from './gemini/gemini.ts';
import { kodelet } from './kodelet/kodelet.ts';
import { microclaw } from './microclaw/microclaw.ts';
import { microclawRfc } from './microclaw/microclaw-rfc.ts';
import { openclaw } from './openclaw/openclaw.ts';
import { opencode } from './opencode/opencode.ts';
import { qwen } from './qwen/qwen.ts';

export const formats: Readonly<Record<FormatId, Format>> = {
  hookmd,
  claude,
  kodelet,
  'microclaw-rfc': microclawRfc,
  microclaw,
  openclaw,
  gemini,
  cursor,
  copilot,
  vscode,
  codex,
  qwen,
  opencode,
};
