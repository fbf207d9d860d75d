import { readFileSync } from 'node:fs';
import type { RawSample } from '../naive/windows-of-samples.ts';
import type { Network, NetworkElement } from './network.ts';

const WINDOW = 300;
const SECOND = 1_000;
export const START = Date.parse('2026-01-01T00:00:00Z') / SECOND;
export const WINDOWS = 24;

/** Ids of the devices and interfaces. */
export const small = {
  routerA: 30_100,
  routerB: 30_200,
  aMpls: 30_101,
  aInet: 30_102,
  aLan: 30_103,
  bMpls: 30_201,
};

/** Columns of the file with octets received in each window. */
const columns: Readonly<Record<string, number>> = {
  'a-mpls': small.aMpls,
  'a-inet': small.aInet,
  'a-lan': small.aLan,
  'b-mpls': small.bMpls,
};

const port = (id: number, device: number, speed: number, isMarked: boolean): NetworkElement => ({
  id,
  device,
  speed,
  isMarked,
  kind: 'interface',
  scope: 'snmp',
});

/** Site A with two lines and a LAN, site B with one line. */
export function smallNetwork(customer: number, [a, b]: readonly [number, number]): Network {
  const agent = { customer, scope: 'snmp', offset: 0, interval: WINDOW } as const;
  return {
    customers: [customer],
    sites: [
      { id: a, customer },
      { id: b, customer },
    ],
    areas: [],
    devices: [
      { ...agent, id: small.routerA, site: a },
      { ...agent, id: small.routerB, site: b },
    ],
    elements: [
      port(small.aMpls, small.routerA, 100_000_000, true),
      port(small.aInet, small.routerA, 20_000_000, true),
      port(small.aLan, small.routerA, 1_000_000_000, false),
      port(small.bMpls, small.routerB, 10_000_000, true),
    ],
    sessions: [{ from: START, to: START + WINDOWS * WINDOW }],
  };
}

const sample = (element: number, counter: RawSample['counter'], at: number, value: bigint): RawSample => ({
  element,
  counter,
  at: at * SECOND,
  value,
  uptime: (at - START + 86_400) * SECOND,
  discontinuity: 0,
});

/** Octets by window and interface. */
function octetsByWindow(): readonly Readonly<Record<string, number>>[] {
  const text = readFileSync(new URL('../figures.csv', import.meta.url), 'utf8');
  const [heading = '', ...lines] = text.trimEnd().split('\n');
  const names = heading.split(',');
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, column) => [names[column]!, Number(cell)])),
  );
}

/** Samples at the ends of the windows; router B does not respond to two of its 24 polls. */
export function smallSamples({ elements }: Network): readonly RawSample[] {
  const windows = octetsByWindow();
  const speeds = elements.map(({ id, speed = 0 }) => sample(id, 'speed', START, BigInt(speed)));
  const octets = Object.entries(columns).flatMap(([name, element]) => {
    let total = 1_000_000n;
    const first = sample(element, 'in_octets', START, total);
    return [
      first,
      ...windows.map((window, index) => {
        total += BigInt(window[name]!);
        return sample(element, 'in_octets', START + (index + 1) * WINDOW, total);
      }),
    ];
  });
  const polls = [small.routerA, small.routerB].flatMap((router) =>
    windows.map((_, index) => {
      const isDown = router === small.routerB && (index === 7 || index === 8);
      return sample(router, 'poll', START + index * WINDOW + WINDOW / 2, isDown ? 0n : 1n);
    }),
  );
  return [...speeds, ...octets, ...polls].toSorted((one, other) => one.at - other.at);
}
