import { describe, expect, it } from 'vitest';
import { packJson, unpackJson } from './packed-json.ts';

const rows = Array.from({ length: 200 }, (_, at) => ({ id: at, name: 'Line saturated' }));

describe('a value in a message', () => {
  it('is JSON up to the limit, which other programs read', () => {
    expect(new TextDecoder().decode(packJson({ rows: 1 }))).toBe('{"rows":1}');
    const exact = JSON.stringify(rows).length;
    expect(new TextDecoder().decode(packJson(rows, exact))).toBe(JSON.stringify(rows));
  });

  it('is compressed above it to a tenth of repeated text', () => {
    const plain = JSON.stringify(rows).length;
    expect(packJson(rows, plain - 1).length).toBeLessThan(plain / 10);
  });

  it.each([100, 1_000_000])('is the same again with a limit of %s bytes', (limit) => {
    expect(unpackJson(packJson(rows, limit))).toEqual(rows);
  });

  it('is rejected when its bytes are neither', () => {
    expect(() => unpackJson(new TextEncoder().encode('no JSON'))).toThrow(SyntaxError);
  });
});
