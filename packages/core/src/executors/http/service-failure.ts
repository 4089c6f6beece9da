import type { FailureCause } from '../../protocol/outcome.ts';

/** Why a service could not be asked, or what it said does not count. `message` holds no value of a variable. */
export class ServiceFailure extends Error {
  override readonly cause: FailureCause;

  constructor(cause: FailureCause, message: string) {
    super(message);
    this.cause = cause;
  }
}
