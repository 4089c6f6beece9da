import { answers } from './h-order-answers.ts';
import { phases } from './h-order-phases.ts';
import { rewritten } from './h-order-rewrites.ts';
import type { Row } from './row.ts';

export const order: readonly Row[] = [...answers, ...rewritten, ...phases];
