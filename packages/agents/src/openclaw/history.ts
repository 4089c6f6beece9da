import * as zlib from 'node:zlib';
import { isJsonObject, parseJson } from '@hookmd/core/events';
import type { RecordReader } from '../histories/json-lines.ts';
import { type Row, readDatabase, type SqliteFile } from '../histories/sqlite.ts';
import type { History, PastEvent } from '../history.ts';
import { makeRecordReader } from '../pi/records.ts';

type Decompress = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer;
/** Node 20 does not have it. */
const decompress = (zlib as { readonly zstdDecompressSync?: Decompress }).zstdDecompressSync;

/**
 * All sessions of an agent of OpenClaw, in one database. Hooks get no directory with a call; events have that of the session.
 *
 * Source: 2026.9.6 as it ran.
 */
export const history: History = {
  directory: '~/.openclaw/agents',
  movedBy: { variable: 'OPENCLAW_STATE_DIR', below: 'agents' },
  missing: [
    'an input that a hook changed: its calls have the input before that',
    'with Node before 22.15: long records, which are compressed',
  ],
  isSession: (path) => /(^|[\\/])openclaw-agent\.sqlite$/.test(path),
  read: (path) => readDatabase(path, readTranscripts),
};

function* readTranscripts(database: SqliteFile, report: (message: string) => void): Generator<PastEvent> {
  const readers = new Map<Row[string], RecordReader>();
  for (const { session_id: session, event_json: plain, event_zstd: packed } of database.rows(
    'transcript_events',
  )) {
    if (Buffer.isBuffer(packed) && decompress === undefined) {
      report('A long record is compressed with Zstandard, which needs Node 22.15 or newer.');
      continue;
    }
    const text = Buffer.isBuffer(packed) ? unpack(packed) : plain;
    const record = typeof text === 'string' ? parseJson(text) : null;
    const read = readers.get(session) ?? makeRecordReader(({ content, details }) => ({ content, details }));
    readers.set(session, read);
    if (isJsonObject(record)) yield* read(record, report);
    else report('A record is no JSON object.');
  }
}

/** The limit of OpenClaw itself. */
const MAX_BYTES = 4 * 1024 * 1024;

function unpack(packed: Buffer): string | null {
  try {
    return decompress?.(packed, { maxOutputLength: MAX_BYTES }).toString() ?? null;
  } catch {
    return null;
  }
}
