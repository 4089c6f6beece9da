import { isJsonObject, isSameJson, type JsonValue } from '@hookmd/core/internal/protocol/json';

/** What hooks made of `shown`, the JSON of `original`: what they left alone comes from the original, in which there may be what is no JSON. */
export function mergeJson(
  original: unknown,
  shown: JsonValue | undefined,
  left: JsonValue | undefined,
): unknown {
  if (isSameJson(shown, left)) return original;
  if (Array.isArray(original) && Array.isArray(shown) && Array.isArray(left))
    return original.map((one, at) => mergeJson(one, shown[at], left[at]));
  if (typeof original !== 'object' || original === null || !isJsonObject(shown) || !isJsonObject(left))
    return left;
  return Object.fromEntries(
    Object.entries(original).map(([key, one]) => [key, mergeJson(one, shown[key], left[key])]),
  );
}
