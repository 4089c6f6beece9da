import type { Check } from './check.fixture.ts';
import type { Sdk } from './driver.fixture.ts';
import { modelChecks } from './model-checks.fixture.ts';
import { runChecks } from './run-checks.fixture.ts';
import { toolChecks } from './tool-checks.fixture.ts';

/** What the suite for all frameworks does not know: what is the AI SDK's own. */
export function checksOf(sdk: Sdk): readonly Check[] {
  return [...modelChecks(sdk), ...toolChecks(sdk), ...runChecks(sdk)];
}
