import { type Context, placesOf } from '../context.ts';

/** No variable is read under `--agent`: a repository's agent settings may have set it. */
export function nativePlaces(
  context: Context,
  from: { workDir?: string; project?: string | undefined; skills?: readonly string[] },
): ReturnType<typeof placesOf> {
  return placesOf(context, { ...from, environment: null });
}
