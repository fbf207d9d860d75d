import { describe, expect, it } from 'vitest';
import { counters } from '#schemas/counter/catalogue.ts';
import type { SnmpValue } from '../agent/value.ts';
import { peerCells } from './peer-cells.ts';
import { peerIndexes } from './peer-index.ts';

const V6 = '32.1.13.184.0.0.0.0.0.0.0.0.0.0.0.2';

describe('the index of a BGP peer', () => {
  it.each([
    ['address', '192.0.2.1', '192.0.2.1', 0],
    ['typed', '1.4.192.0.2.1', '192.0.2.1', 0],
    ['typed', `2.16.${V6}`, '2001:db8::2', 0],
    ['instanced', '1.1.4.192.0.2.1', '192.0.2.1', 1],
    ['instanced', `7.2.16.${V6}`, '2001:db8::2', 7],
    ['local', '9.1.192.0.2.9.1.192.0.2.1', '192.0.2.1', 9],
    ['local', `0.2.${V6.replace(/2$/, '1')}.2.${V6}`, '2001:db8::2', 0],
    // A session over IPv4 with a peer known by IPv6.
    ['local', `4.1.192.0.2.9.2.${V6}`, '2001:db8::2', 4],
  ] as const)('%s %s is %s of instance %d', (indexing, index, address, instance) => {
    expect(peerIndexes[indexing](index)).toEqual({ address, instance });
  });

  it.each([
    ['address', '192.0.2'],
    ['address', '192.0.2.1.5'],
    ['address', '192.0.2.256'],
    ['typed', '1.16.192.0.2.1'],
    ['typed', '3.4.192.0.2.1'],
    ['typed', '1.4.192.0.2'],
    ['typed', '1.4.192.0.2.1.0'],
    ['instanced', '1.4.192.0.2.1'],
    ['local', '9.1.192.0.2.9'],
    ['local', '9.1.192.0.2.9.1.192.0.2'],
    ['local', ''],
  ] as const)('%s %j is rejected', (indexing, index) => {
    expect(peerIndexes[indexing](index)).toBeUndefined();
  });
});

describe('a BGP peer', () => {
  const names = new Map(Object.entries(counters).map(([key, { id }]) => [id, key]));
  const cellsOf = (values: Readonly<Record<string, number>>) =>
    Object.fromEntries(
      peerCells({
        values: Object.fromEntries(
          Object.entries(values).map(([name, value]): [string, SnmpValue] => [
            name,
            { type: 'integer', value },
          ]),
        ),
        read: undefined,
      }).map(({ counter, value }) => [names.get(counter), Number(value)]),
    );
  const session = { admin: 2, transitions: 3, inUpdates: 40, outUpdates: 7, uptime: 900 };
  const counts = { peer_transitions: 3, peer_in_updates: 40, peer_out_updates: 7 };

  it.each([
    ['idle', 1, 0],
    ['connect', 2, 0],
    ['active', 3, 0],
    ['opensent', 4, 0],
    ['openconfirm', 5, 0],
  ])('that is %s is down, and its time is not one of a session', (_, state, up) => {
    expect(cellsOf({ ...session, state })).toEqual({ ...counts, peer_up: up });
  });

  it('that is established is up since its time', () => {
    expect(cellsOf({ ...session, state: 6 })).toEqual({ ...counts, peer_up: 1, peer_uptime: 900 });
  });

  it('that is stopped by configuration has no state', () => {
    expect(cellsOf({ ...session, state: 1, admin: 1 })).toEqual(counts);
  });

  it('without administrative status has the state of its session', () => {
    expect(cellsOf({ state: 3 })).toEqual({ peer_up: 0 });
  });

  it('with a state that the MIB does not have has none', () => {
    expect(cellsOf({ state: 7, admin: 2 })).toEqual({});
  });

  it('counts updates from the start of each session', () => {
    const epochs = (transitions: number) =>
      peerCells({
        values: {
          transitions: { type: 'counter32', value: transitions },
          inUpdates: { type: 'counter32', value: 9 },
        },
        read: undefined,
      }).map(({ epoch }) => epoch);
    expect(epochs(3)).toEqual([0, 3]);
    expect(epochs(4)).toEqual([0, 4]);
  });
});
