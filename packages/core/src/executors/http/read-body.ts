import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { CappedOutput } from '../../process/capped-output.ts';
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
  let isTooLong = false;
  const keep = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) {
      isTooLong ||= !output.append(chunk);
      if (isTooLong) return;
    }
  };
  try {
    const decode = decoderOf(header('content-encoding').trim().toLowerCase());
    await (decode === null ? pipeline(body, keep) : pipeline(body, decode(), keep));
  } catch (error) {
    // Of a body that nobody reads to its end the streams say that it ended too soon.
    if (!isTooLong) throw error;
  }
  if (isTooLong) throw new ServiceFailure('OUTPUT_LIMIT', 'answered more than 1 MiB');
  return Buffer.from(output.bytes());
}

function decoderOf(coding: string): (typeof decoders)[keyof typeof decoders] | null {
  if (coding === '' || coding === 'identity') return null;
  if (Object.hasOwn(decoders, coding)) return decoders[coding as keyof typeof decoders];
  throw new ServiceFailure('BAD_OUTPUT', 'its answer is packed in a way that nobody asked for');
}
