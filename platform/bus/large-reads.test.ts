import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Slabs } from './large-reads.ts';
import { rounds } from '#tests/fixtures/rounds.ts';

describe('data read from a socket', () => {
  it('does not change with later reads', () => {
    const read = fc.record({ bytes: fc.integer({ min: 1, max: 300_000 }), value: fc.nat(255) });
    fc.assert(
      fc.property(fc.array(read, { maxLength: 40 }), (reads) => {
        const slabs = new Slabs();
        const taken = reads.map(({ bytes, value }) => {
          const room = slabs.room();
          const length = Math.min(bytes, room.length);
          room.fill(value, 0, length);
          return { piece: slabs.claim(length), length, value };
        });
        for (const { piece, length, value } of taken) {
          expect(piece).toHaveLength(length);
          expect(piece.every((byte) => byte === value)).toBe(true);
        }
      }),
      { numRuns: rounds(30) },
    );
  });

  it('has room for at least 64 KiB', () => {
    const slabs = new Slabs();
    for (let read = 0; read < 100; read += 1) {
      expect(slabs.room().length).toBeGreaterThanOrEqual(64 * 1024);
      slabs.claim(Math.min(slabs.room().length, 50_001));
    }
  });

  it('does not retain a slab for the few bytes of an acknowledgement', () => {
    expect(new Slabs().claim(200).buffer.byteLength).toBeLessThan(1024 ** 2);
  });
});
