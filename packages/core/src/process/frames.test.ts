import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFrame, FrameReader, MAX_BODY_BYTES } from './frames.ts';

const frame = fc.record({
  header: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean())),
  body: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
});

describe('frames', () => {
  it('come out as they went in, however the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 5 }), fc.array(fc.nat(400)), (frames, cuts) => {
        const stream = Buffer.concat(frames.map(({ header, body }) => encodeFrame(header, body)));
        const places = [0, ...cuts.filter((cut) => cut < stream.length).sort((a, b) => a - b), stream.length];
        const reader = new FrameReader();
        const read = places.slice(1).flatMap((end, index) => {
          const { frames: some, problem } = reader.read(stream.subarray(places[index], end));
          expect(problem).toBeNull();
          return some;
        });
        expect(JSON.stringify(read)).toBe(JSON.stringify(frames));
      }),
    );
  });

  it('keep their body when the stream goes on', () => {
    const reader = new FrameReader();
    const chunk = encodeFrame({}, Buffer.from('first'));
    const [first] = reader.read(chunk).frames;
    chunk.fill(0);
    expect(first?.body.toString()).toBe('first');
  });

  it.each([
    ['a body above 1 MiB', lengths(2, MAX_BODY_BYTES + 1), 'too-large'],
    ['a header above 512 KiB', lengths(512 * 1024 + 1, 0), 'too-large'],
    ['a header that is no JSON', Buffer.concat([lengths(2, 0), Buffer.from('{x')]), 'no-frame'],
    ['a header that is no object', Buffer.concat([lengths(2, 0), Buffer.from('[]')]), 'no-frame'],
  ])('%s is a problem as soon as it can be known', (_, bytes, problem) => {
    expect(new FrameReader().read(bytes)).toEqual({ frames: [], problem });
  });

  it('before a problem still count', () => {
    const bytes = Buffer.concat([encodeFrame({ id: 1 }, Buffer.alloc(0)), lengths(0, 2 ** 32 - 1)]);
    expect(new FrameReader().read(bytes)).toMatchObject({
      frames: [{ header: { id: 1 } }],
      problem: 'too-large',
    });
  });
});

function lengths(header: number, body: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(header, 0);
  bytes.writeUInt32BE(body, 4);
  return bytes;
}
