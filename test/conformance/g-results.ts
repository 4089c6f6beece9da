import { changes } from './g-results-changes.ts';
import { claudeAnswers } from './g-results-claude.ts';
import { conversation } from './g-results-conversation.ts';
import { effects } from './g-results-effects.ts';
import { kodeletAnswers } from './g-results-kodelet.ts';
import type { Row } from './row.ts';

export const results: readonly Row[] = [
  ...kodeletAnswers,
  ...changes,
  ...conversation,
  ...claudeAnswers,
  ...effects,
];
