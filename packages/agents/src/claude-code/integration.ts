import type { Integration } from '../integration.ts';
import { makeClaude } from './make-claude.ts';
import { readers } from './readers.ts';

export const claudeCode: Integration = makeClaude({ name: 'claude-code', readBy: readers });
