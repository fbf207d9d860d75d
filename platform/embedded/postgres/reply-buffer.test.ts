import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ReplyBuffer } from './reply-buffer.ts';

it('a reply arrives whole, in order and in few pieces', () => {
  const reply = new ReplyBuffer();
  const size = fc.oneof(
    { weight: 4, arbitrary: fc.nat(200) },
    fc.constantFrom(65_535, 65_536, 65_537, 200_000),
  );
  fc.assert(
    fc.property(fc.array(size, { maxLength: 40 }), (sizes) => {
      const pieces = sizes.map((length, at) => Buffer.alloc(length, at + 1));
      const sent: Buffer[] = [];
      const send = (data: Uint8Array): void => {
        sent.push(Buffer.from(data));
      };
      for (const piece of pieces) reply.add(piece, send);
      reply.flush(send);
      const joined = Buffer.concat(pieces);
      expect(Buffer.concat(sent).equals(joined)).toBe(true);
      expect(sent.length).toBeLessThanOrEqual(2 * Math.ceil(joined.length / 65_536));
    }),
  );
});
