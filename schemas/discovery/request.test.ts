import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressCount, addressList } from './address-list.ts';
import { DiscoveryRequest } from './request.ts';

const all = (...ranges: readonly string[]): readonly string[] => {
  const list = addressList(ranges);
  return Array.from({ length: list.count }, (_, at) => list.at(at));
};

describe('the addresses of ranges', () => {
  it.each([
    [['10.0.0.1'], ['10.0.0.1']],
    [['10.0.0.254-10.0.1.1'], ['10.0.0.254', '10.0.0.255', '10.0.1.0', '10.0.1.1']],
    [['10.0.0.0/30'], ['10.0.0.1', '10.0.0.2']],
    [['10.0.0.0/31'], ['10.0.0.0', '10.0.0.1']],
    [['10.0.0.7/32'], ['10.0.0.7']],
    [
      ['10.0.0.2-10.0.0.3', '10.0.0.1-10.0.0.2', '10.0.0.3'],
      ['10.0.0.1', '10.0.0.2', '10.0.0.3'],
    ],
    [
      ['2001:db8::fffe/127', '10.0.0.1'],
      ['10.0.0.1', '2001:db8::fffe', '2001:db8::ffff'],
    ],
  ])('%j are %j', (ranges, expected) => {
    expect(all(...ranges)).toEqual(expected);
  });

  it('are distinct and within the ranges, for any ranges', () => {
    const range = fc
      .tuple(fc.nat(300), fc.nat(40))
      .map(
        ([from, size]) =>
          `10.0.${String(from >> 8)}.${String(from & 255)}-10.0.${String((from + size) >> 8)}.${String((from + size) & 255)}`,
      );
    fc.assert(
      fc.property(fc.array(range, { minLength: 1, maxLength: 6 }), (ranges) => {
        const list = addressList(ranges);
        const named = Array.from({ length: list.count }, (_, at) => list.at(at));
        expect(new Set(named).size).toBe(named.length);
        expect(named.every((address) => list.has(address))).toBe(true);
        expect(addressCount(ranges)).toBe(BigInt(list.count));
        expect(list.has('10.0.2.200')).toBe(false);
      }),
    );
  });
});

const request = { site: 1, ranges: ['10.0.0.0/24'], credentials: [{ community: 'public' }] };
const faultsOf = (change: Record<string, unknown>): readonly string[] => {
  const parsed = DiscoveryRequest.safeParse({ ...request, ...change });
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('the request of a discovery', () => {
  it('has gentle defaults and excludes loopbacks', () => {
    expect(DiscoveryRequest.parse(request)).toMatchObject({
      credentials: [{ version: 'v2c', port: 161 }],
      options: {
        concurrency: 100,
        packetsPerSecond: 200,
        timeoutMs: 1_000,
        retries: 1,
        ignoredTypes: [1, 24],
      },
    });
  });

  it.each([
    [{ ranges: ['10.0.0.0/15'] }, 'ranges: DISCOVERY_RANGES_TOO_LARGE'],
    [{ ranges: ['::/0'] }, 'ranges: DISCOVERY_RANGES_TOO_LARGE'],
    [{ ranges: [] }, 'ranges: '],
    [{ ranges: ['10.0.0.256'] }, 'ranges.0: APPLICATION_RANGE_INVALID'],
    [{ credentials: [] }, 'credentials: '],
    [{ credentials: [{ version: 'v3' }] }, 'credentials.0.user: SNMP_USER_REQUIRED'],
    [{ credentials: [{}] }, 'credentials.0.community: SNMP_COMMUNITY_REQUIRED'],
    [{ options: { packetsPerSecond: 0 } }, 'options.packetsPerSecond: '],
  ])('%j is rejected with the fault', (change, fault) => {
    expect(faultsOf(change)[0]).toContain(fault);
  });

  it('may contain as many addresses as a /16', () => {
    expect(faultsOf({ ranges: ['10.1.0.0/16'] })).toEqual([]);
  });
});
