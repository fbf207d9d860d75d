import { describe, expect, it } from 'vitest';
import { BerError, BerReader, berElement, berTags, writeInteger, writeOctets, writeOid } from './ber.ts';

const reader = (...parts: readonly (readonly number[])[]) => new BerReader(Uint8Array.from(parts.flat()));

describe('BER', () => {
  it.each([0, 127, 128, 255, 65_535, 2 ** 31 - 1, -1, -129])('round-trips the integer %d', (value) => {
    expect(reader(writeInteger(value)).integer()).toBe(value);
  });

  it.each([[[1, 3, 6, 1, 4, 1, 41_916]], [[2, 999, 3]], [[0, 39, 2 ** 32 - 1]]])(
    'round-trips the OID %s',
    (oid) => {
      expect(reader(writeOid(oid)).oid()).toEqual(oid);
    },
  );

  it('reads nested elements in order', () => {
    const list = reader(
      berElement(berTags.sequence, writeInteger(1), writeOctets(Buffer.alloc(300, 'a'))),
    ).sequence();
    expect(list.integer()).toBe(1);
    expect(list.nextTag).toBe(berTags.octets);
    expect(list.octets()).toHaveLength(300);
    expect(list.isDone).toBe(true);
  });

  it('reads a length padded to four bytes', () => {
    expect(reader([berTags.octets, 0x84, 0, 0, 0, 1, 7]).octets()).toEqual(Buffer.of(7));
  });

  it.each([
    ['a truncated element', [berTags.octets, 2, 1]],
    ['an indefinite length', [berTags.octets, 0x80, 1, 0, 0]],
    ['another tag', [berTags.integer, 1, 1]],
    ['no bytes', []],
  ])('rejects %s', (_, bytes) => {
    expect(() => reader(bytes).octets()).toThrow(BerError);
  });
});
