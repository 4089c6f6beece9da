import { isJsonObject, type JsonValue } from '../events/json.ts';

const REDACTED = '[redacted]';

/**
 * The value with every text under these paths replaced, keys and numbers kept: `headers.token`, a list by its
 * index or by `*`. A path that leads nowhere changes nothing.
 *
 * Not `contracts/redact-messages.ts`: this translates an answer into the new output that it stands for, and
 * the contract judges that as any other. So a path begins at the top, and a number stays, because a changed one would be
 * refused as more than redaction. There the contract itself redacts: from any depth on, only keys it knows, numbers and
 * JSON inside texts too, and what says the shape of a message stays.
 */
export function redactPaths(value: JsonValue, paths: readonly string[]): JsonValue {
  return paths.reduce((current, path) => redactAt(current, path.split('.')), value);
}

function redactAt(value: JsonValue, [step, ...rest]: readonly string[]): JsonValue {
  if (step === undefined) return redactAll(value);
  if (Array.isArray(value)) {
    return value.map((item: JsonValue, index) =>
      step === '*' || step === String(index) ? redactAt(item, rest) : item,
    );
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      item !== undefined && (step === '*' || step === key) ? redactAt(item, rest) : item,
    ]),
  );
}

function redactAll(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value === '' ? value : REDACTED;
  if (Array.isArray(value)) return value.map(redactAll);
  return isJsonObject(value) ? (redactAt(value, ['*']) as JsonValue) : value;
}
