import type { Check } from './check.fixture.ts';
import { modelChecks } from './model-checks.fixture.ts';
import { runChecks } from './run-checks.fixture.ts';
import { toolChecks } from './tool-checks.fixture.ts';

/** What the suite for all frameworks does not know: what is LangChain's own. */
export const checks: readonly Check[] = [...modelChecks, ...toolChecks, ...runChecks];
