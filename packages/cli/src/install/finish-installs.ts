import { type Context, placesOf } from '../context.ts';
import { showRecovery } from '../views/recovery.ts';
import { recover } from './recover.ts';

/** Finishes what was killed, and says so; what cannot be finished now keeps nobody from what they called. */
export async function finishInstalls(context: Context): Promise<void> {
  showRecovery(context, await recover(placesOf(context), context.environment));
}
