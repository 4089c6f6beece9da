import { type Context, placesOf } from '../command-line/context.ts';
import { recover } from './recover.ts';
import { showRecovery } from './views/recovery.ts';

/** Finishes what was killed, and says so; what cannot be finished now keeps nobody from what they called. */
export async function finishInstalls(context: Context): Promise<void> {
  showRecovery(context, await recover(placesOf(context), context.environment));
}
