import { placesOf } from '../command-line/context.ts';

/** No variable is read under `--agent`: a repository's agent settings may have set it. */
export function nativePlaces(
  context: Parameters<typeof placesOf>[0],
  from: { workDir?: string; project?: string | undefined; skills?: readonly string[] },
): ReturnType<typeof placesOf> {
  return placesOf(context, { ...from, environment: null });
}
