import { isJsonObject, type JsonObject, parseJson } from '@hookmd/core/events';
import type { HistoryIssue, PastEvent } from '../history.ts';
import { readFile } from './read-history.ts';

/** In memory, a document takes several times its bytes. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Reads a file that is one JSON object. `report` takes what cannot be read of it, as a sentence. */
export function readJsonFile(
  path: string,
  read: (
    document: JsonObject,
    report: (message: string) => void,
  ) => Iterable<PastEvent> | AsyncIterable<PastEvent>,
): AsyncIterable<PastEvent | HistoryIssue> {
  return readFile(path, async function* (file, issues) {
    const report = (message: string): void => issues.add(message, null);
    if ((await file.stat()).size > MAX_BYTES) {
      report(`The file is longer than ${MAX_BYTES / 1024 / 1024} MB.`);
      return;
    }
    const document = parseJson(await file.readFile('utf8'));
    if (isJsonObject(document)) yield* read(document, report);
    else report('The file is no JSON object, or it is cut off.');
  });
}
