import type { Network, NetworkElement, TimeSpan } from './network.ts';

const isFull = process.env['TEST_ROUNDS'] === 'full';
const MINUTES = 60;
const WINDOW = 300;

const session = (start: string, windows: number): TimeSpan => {
  const from = Date.parse(start) / 1_000;
  return { from, to: from + windows * WINDOW };
};

/** Times around changes of the clock and ends of days, weeks and months in the zones of the tests, and some of the far past. */
const everySession: readonly TimeSpan[] = [
  session('2026-07-20T10:00:00Z', 3),
  session('2026-09-06T23:00:00Z', 18),
  session('2026-09-30T20:30:00Z', 24),
  // Lord Howe Island: from UTC+10:30 to UTC+11 at 15:30 UTC.
  session('2026-10-03T14:30:00Z', 18),
  session('2026-10-12T18:00:00Z', 12),
  session('2026-10-24T21:30:00Z', 18),
  // Paris: from UTC+2 to UTC+1 at 01:00 UTC.
  session('2026-10-25T00:00:00Z', 24),
  session('2026-10-31T23:00:00Z', 18),
  // New York: from UTC−4 to UTC−5 at 06:00 UTC.
  session('2026-11-01T05:00:00Z', 18),
  session('2026-11-01T12:30:00Z', 12),
];

/** In the gate the far past, the changes of Lord Howe Island and Paris, and the latest: measuring a window takes longer than reading it. */
export const sessions = isFull ? everySession : [0, 3, 6, 9].flatMap((place) => everySession[place] ?? []);

/** The windows of five minutes since 2 October at 11:00 UTC are retained, hours since August. */
export const NOW = Date.parse('2026-11-02T12:00:00Z');

const at = (time: string): number => Date.parse(time) / 1_000;
const MOVED_AT = at('2026-10-20T00:00:00Z');

/** Ids that the database gave. */
export interface LargePlaces {
  readonly acme: number;
  readonly globex: number;
  readonly first: number;
  readonly second: number;
  readonly foreign: number;
}

const components = (device: number, from: number): readonly NetworkElement[] => {
  const of = (
    place: number,
    kind: NetworkElement['kind'],
    scope: NetworkElement['scope'],
  ): NetworkElement => ({
    id: from + place,
    kind,
    scope,
    device,
  });
  return [
    of(0, 'class', 'snmp'),
    of(1, 'class', 'snmp'),
    of(2, 'probe', 'ipsla'),
    of(3, 'probe', 'ipsla'),
    of(4, 'tunnel', 'snmp'),
    of(5, 'sensor', 'snmp'),
    of(6, 'sensor', 'snmp'),
    of(7, 'peer', 'snmp'),
    of(8, 'peer', 'snmp'),
    of(9, 'collector', 'flow'),
  ];
};

const port = (id: number, device: number, change: Partial<NetworkElement> = {}): NetworkElement => ({
  id,
  device,
  kind: 'interface',
  scope: 'snmp',
  ...change,
});

const ELSEWHERE = 9_003;
const AREA = 9_101;

/**
 * Two customers. At each site of the first one a device is observed throughout, so that time is that of the period: others are silent for a while, start
 * over, have one poll in a window or move. The second one has no WAN access, and misses single polls.
 */
export function largeNetwork({ acme, globex, first, second, foreign }: LargePlaces): Network {
  const agent = { customer: acme, scope: 'snmp', offset: 0, interval: WINDOW } as const;
  return {
    customers: [acme, globex],
    sessions,
    sites: [
      { id: first, customer: acme },
      { id: second, customer: acme },
      { id: ELSEWHERE, customer: acme },
      { id: foreign, customer: globex },
    ],
    areas: [
      { id: AREA, customer: acme, sites: [first, ELSEWHERE] },
      { id: AREA + 1, customer: acme, sites: [second] },
    ],
    devices: [
      { ...agent, id: 10_100, site: first, interval: WINDOW / 2 },
      {
        ...agent,
        id: 10_200,
        site: second,
        offset: 37,
        outages: [
          { from: at('2026-10-25T00:20:00Z'), to: at('2026-10-25T00:50:00Z') },
          { from: at('2026-11-01T05:30:00Z'), to: at('2026-11-01T06:10:00Z') },
        ],
        restarts: [at('2026-10-24T22:21:00Z'), at('2026-10-31T23:40:00Z')],
        discontinuities: [at('2026-10-25T01:20:00Z')],
      },
      { ...agent, id: 10_300, site: ELSEWHERE, offset: 150, moves: { at: MOVED_AT, to: second } },
      { ...agent, id: 10_400, site: ELSEWHERE, scope: 'vmanage' },
      { ...agent, id: 10_500, site: first, scope: 'fortinet' },
      { ...agent, id: 10_600, site: ELSEWHERE, scope: 'nuage' },
      { ...agent, id: 10_700, site: second },
      {
        ...agent,
        id: 20_100,
        customer: globex,
        site: foreign,
        offset: 61,
        outages: [
          { from: at('2026-10-25T00:31:00Z'), to: at('2026-10-25T00:31:00Z') + 5 * MINUTES },
          { from: at('2026-11-01T05:46:00Z'), to: at('2026-11-01T05:46:00Z') + 5 * MINUTES },
        ],
        restarts: [at('2026-10-24T22:00:30Z')],
      },
    ],
    elements: [
      // More than a double counts exactly, and past the lower half of 64 bits.
      port(10_101, 10_100, { isMarked: true, speed: 100_000_000, startsAt: 2n ** 53n + 12_345n }),
      port(10_102, 10_100, { contractIn: 20_000_000, contractOut: 10_000_000, speed: 1_000_000_000 }),
      port(10_103, 10_100, { speed: 1_000_000_000, startsAt: 2n ** 63n - 9_999_999_999n }),
      port(10_201, 10_200, { speed: 50_000_000 }),
      port(10_202, 10_200),
      port(10_301, 10_300, { speed: 10_000_000 }),
      port(10_401, 10_400, { scope: 'vmanage', isMarked: true }),
      port(10_501, 10_500, { scope: 'fortinet', isMarked: true }),
      port(10_601, 10_600, { scope: 'nuage', contractIn: 5_000_000, contractOut: 2_000_000 }),
      port(10_701, 10_700, { speed: 1_000_000_000 }),
      port(20_101, 20_100, { speed: 10_000_000 }),
      port(20_102, 20_100, { contractIn: 0, contractOut: 0 }),
      ...components(10_100, 10_110),
      ...components(10_200, 10_210),
      ...components(10_700, 10_710),
      ...components(20_100, 20_110),
      { id: 10_310, kind: 'peer', scope: 'snmp', device: 10_300 },
      { id: 10_410, kind: 'tunnel', scope: 'vmanage', device: 10_400 },
      { id: 10_510, kind: 'tunnel', scope: 'fortinet', device: 10_500 },
      { id: 10_610, kind: 'tunnel', scope: 'nuage', device: 10_600 },
      { id: ELSEWHERE, kind: 'site', scope: 'vmanage', device: 10_400 },
    ],
  };
}
