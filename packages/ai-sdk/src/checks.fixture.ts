import { answerChecks } from './answer-checks.fixture.ts';
import { approvalChecks } from './approval-checks.fixture.ts';
import type { Check } from './check.fixture.ts';
import type { Sdk } from './driver.fixture.ts';
import { failureChecks } from './failure-checks.fixture.ts';
import { modelChecks } from './model-checks.fixture.ts';
import { outputChecks } from './output-checks.fixture.ts';
import { runChecks } from './run-checks.fixture.ts';
import { toolChecks } from './tool-checks.fixture.ts';
import { wrongCallChecks } from './wrong-call-checks.fixture.ts';

/** What the suite for all frameworks does not know: what is the AI SDK's own. */
export function checksOf(sdk: Sdk): readonly Check[] {
  return [
    modelChecks,
    answerChecks,
    toolChecks,
    outputChecks,
    runChecks,
    approvalChecks,
    failureChecks,
    wrongCallChecks,
  ].flatMap((make) => make(sdk));
}
