import { decodeUtf8 } from '@hookmd/core/text';
import type { ContentSink, PackageFile } from '@hookmd/core/trust';

/** A file of a package, and its text where it has one that can be shown. */
export interface ReadFile extends PackageFile {
  /** Null if it is not text or too long to read; of a link, its target. */
  readonly text: string | null;
}

const MAX_TEXT_BYTES = 256 * 1024;

/**
 * The files of one reading of a package, by their paths. The contents are those that were hashed, so they match the digest even
 * if the directory changes meanwhile.
 */
export function readFiles<T extends { readonly files: readonly PackageFile[] }>(
  read: (sink: ContentSink) => T,
): { readonly content: T; readonly files: ReadonlyMap<string, ReadFile> } {
  const texts = new Map<string, string | null>();
  let chunks: Uint8Array[] = [];
  let size = 0;
  let current: string | null = null;
  const content = read({
    begin(path) {
      current = path;
      chunks = [];
      size = 0;
    },
    write(chunk) {
      size += chunk.length;
      // The chunk is the reader's buffer, which it fills again.
      if (size <= MAX_TEXT_BYTES) chunks.push(Uint8Array.from(chunk));
    },
    end() {
      if (current !== null) texts.set(current, size > MAX_TEXT_BYTES ? null : textOf(Buffer.concat(chunks)));
      current = null;
    },
  });
  const files = content.files.map((file): readonly [string, ReadFile] => [
    file.path,
    { ...file, text: file.target ?? texts.get(file.path) ?? null },
  ]);
  return { content, files: new Map(files) };
}

function textOf(bytes: Buffer): string | null {
  return bytes.includes(0) ? null : decodeUtf8(bytes);
}
