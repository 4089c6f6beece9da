import { issues } from './issues.ts';
import type { PendingCase } from './row.ts';

/** A case that is about a TypeScript agent and its loop. */
export const inALoop = (says: string): PendingCase => ({ says, pending: issues.library });
