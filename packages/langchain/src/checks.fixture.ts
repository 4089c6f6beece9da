import { answerChecks } from './answer-checks.fixture.ts';
import type { Check } from './check.fixture.ts';
import { outputChecks } from './output-checks.fixture.ts';
import { requestChecks } from './request-checks.fixture.ts';
import { runChecks } from './run-checks.fixture.ts';
import { sessionChecks } from './session-checks.fixture.ts';
import { streamChecks } from './stream-checks.fixture.ts';
import { toolChecks } from './tool-checks.fixture.ts';
import { wrongCallChecks } from './wrong-call-checks.fixture.ts';

/** What the suite for all frameworks does not know: what is LangChain's own. */
export const checks: readonly Check[] = [
  ...requestChecks,
  ...answerChecks,
  ...streamChecks,
  ...toolChecks,
  ...outputChecks,
  ...runChecks,
  ...sessionChecks,
  ...wrongCallChecks,
];
