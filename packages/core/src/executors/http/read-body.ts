import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { CappedOutput } from '../capped-output.ts';
import type { Posted } from './post.ts';
import { ServiceFailure } from './service-failure.ts';

const MAX_BODY_BYTES = 1024 * 1024;

const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

/** The body of an answer, unpacked, at most 1 MiB of it; what is packed is unpacked piece by piece, so that no more is ever held. */
export async function readBody({ header, body }: Posted): Promise<Buffer> {
  const output = new CappedOutput(MAX_BODY_BYTES);
  const keep = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) {
      if (!output.append(chunk)) throw new ServiceFailure('OUTPUT_LIMIT', 'answered more than 1 MiB');
    }
  };
  const coding = header('content-encoding').trim().toLowerCase();
  if (coding === '' || coding === 'identity') {
    await pipeline(body, keep);
  } else {
    if (!Object.hasOwn(decoders, coding)) {
      throw new ServiceFailure('BAD_OUTPUT', 'its answer is packed in a way that nobody asked for');
    }
    await pipeline(body, decoders[coding as keyof typeof decoders](), keep);
  }
  return Buffer.from(output.bytes());
}
