import type { EventName, Permit } from '../../events/events.ts';
import type { Phase } from '../../events/outcome.ts';
import type { ModelSpec } from '../../events/service-spec.ts';

/** What a model hook is asked about, as far as it decides what may be answered and what may be read. */
export interface ModelTask {
  readonly model: ModelSpec;
  readonly event: EventName;
  readonly phase: Phase;
  /** What the event permits this hook and the host honours. */
  readonly permits: readonly Permit[];
  /** `allow` approves the call in advance; else it only has no objection. */
  readonly preApproves: boolean;
  readonly projectDir: string;
}
