import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineSpeed } from './line-speed.ts';

const ABOVE_32_BITS = 4_294_967_295;
const OF_32_BITS = 2 ** 32;

describe('the speed of a line', () => {
  it.each([
    ['a T1', 1_544_000, 2, 1_544_000, 'ifSpeed'],
    ['an E1', 2_048_000, 2, 2_048_000, 'ifSpeed'],
    ['a DSL line of 512 kbit/s', 512_000, 1, 512_000, 'ifSpeed'],
    ['a line of 64 kbit/s with ifHighSpeed raised to 1', 64_000, 1, 64_000, 'ifSpeed'],
    ['a line of 64 kbit/s with ifHighSpeed rounded to 0', 64_000, 0, 64_000, 'ifSpeed'],
    ['a line of 1.4 Mbit/s', 1_400_000, 1, 1_400_000, 'ifSpeed'],
    ['a T1 with ifHighSpeed cut to 1', 1_544_000, 1, 1_544_000, 'ifSpeed'],
    ['an SHDSL line', 4_608_000, 5, 4_608_000, 'ifSpeed'],
    ['an SHDSL line without ifHighSpeed', 4_608_000, undefined, 4_608_000, 'ifSpeed'],
    ['an E3', 34_368_000, 34, 34_368_000, 'ifSpeed'],
    ['a STM-1', 155_520_000, 156, 155_520_000, 'ifSpeed'],
    ['a Gigabit port', 1_000_000_000, 1_000, 1_000_000_000, 'ifSpeed'],
    ['a port of 2.5 Gbit/s', 2_500_000_000, 2_500, 2_500_000_000, 'ifSpeed'],
    ['the fastest that ifSpeed can express', 4_294_967_294, 4_295, 4_294_967_294, 'ifSpeed'],
    ['a port of 5 Gbit/s', ABOVE_32_BITS, 5_000, 5_000_000_000, 'ifHighSpeed'],
    ['a port of 10 Gbit/s', ABOVE_32_BITS, 10_000, 10_000_000_000, 'ifHighSpeed'],
    ['a port of 10 Gbit/s with ifSpeed cut to 32 bits', 1_410_065_408, 10_000, 10_000_000_000, 'ifHighSpeed'],
    ['a port of 5 Gbit/s with ifSpeed cut to 32 bits', 705_032_704, 5_000, 5_000_000_000, 'ifHighSpeed'],
    ['a port of 10 Gbit/s with ifSpeed 0', 0, 10_000, 10_000_000_000, 'ifHighSpeed'],
    ['a port of 100 Gbit/s without ifSpeed', undefined, 100_000, 100_000_000_000, 'ifHighSpeed'],
    ['a Gigabit port whose ifSpeed stays at 10 Mbit/s', 10_000_000, 1_000, 1_000_000_000, 'ifHighSpeed'],
    ['a Gigabit port whose ifHighSpeed counts kbit/s', 1_000_000_000, 1_000_000, 1_000_000_000, 'ifSpeed'],
    ['a Gigabit port whose ifHighSpeed counts bit/s', 1_000_000_000, 1_000_000_000, 1_000_000_000, 'ifSpeed'],
    ['a line that was slowed down, with ifHighSpeed of before', 100_000_000, 10, 100_000_000, 'ifSpeed'],
  ] as const)('of %s is that of the object that can express it', (_, ifSpeed, ifHighSpeed, bps, from) => {
    expect(lineSpeed({ ifSpeed, ifHighSpeed })).toEqual({ bps, from });
  });

  it.each([
    ['both are absent', undefined, undefined],
    ['both are 0', 0, 0],
    ['one is 0 and the other absent', 0, undefined],
    ['it exceeds ifSpeed and ifHighSpeed is absent', ABOVE_32_BITS, undefined],
    ['it exceeds ifSpeed and ifHighSpeed is 0', ABOVE_32_BITS, 0],
    ['ifHighSpeed is no number of Mbit/s', ABOVE_32_BITS, 4_294_967_295],
  ] as const)('is unknown where %s', (_, ifSpeed, ifHighSpeed) => {
    expect(lineSpeed({ ifSpeed, ifHighSpeed })).toBeUndefined();
  });

  const speeds = fc.integer({ min: 1, max: 100_000_000 }).map((mbps) => mbps * 1_000_000);
  it('is exact for every agent that follows RFC 2863, whatever the speed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: ABOVE_32_BITS - 1 }), (bps) => {
        expect(lineSpeed({ ifSpeed: bps, ifHighSpeed: Math.round(bps / 1e6) })?.bps).toBe(bps);
      }),
    );
    fc.assert(
      fc.property(speeds, (bps) => {
        const ifSpeed = Math.min(bps, ABOVE_32_BITS);
        expect(lineSpeed({ ifSpeed, ifHighSpeed: bps / 1e6 })?.bps).toBe(bps);
      }),
    );
  });

  it('is right for every agent that cuts ifSpeed to 32 bits', () => {
    fc.assert(
      fc.property(fc.constantFrom(5, 10, 20, 25, 40, 50, 100, 200, 400, 800, 1_600), (gbps) => {
        const bps = gbps * 1e9;
        expect(lineSpeed({ ifSpeed: bps % OF_32_BITS, ifHighSpeed: bps / 1e6 })?.bps).toBe(bps);
      }),
    );
  });
});
