import type { CounterKey } from '#schemas/counter/catalogue.ts';
import type { RawSample } from '../naive/windows-of-samples.ts';
import type { Network, NetworkElement, ReferenceDevice, TimeSpan } from './network.ts';

const WINDOW = 300;
const SECOND = 1_000;
export const at = (time: string): number => Date.parse(time) / SECOND;

/** An hour of Monday, one of Wednesday, and five minutes of the month before; nothing in between. */
export const spans = {
  december: { from: at('2025-12-30T09:00:00Z'), to: at('2025-12-30T09:05:00Z') },
  monday: { from: at('2026-01-05T10:00:00Z'), to: at('2026-01-05T11:00:00Z') },
  wednesday: { from: at('2026-01-07T10:00:00Z'), to: at('2026-01-07T11:00:00Z') },
} as const satisfies Record<string, TimeSpan>;
/** When devices move. */
const MOVED_AT = at('2026-01-06T00:00:00Z');

/** Octets of each window. */
const octets = { december: 1_500_000, monday: 3_000_000, wednesday: 6_000_000 } as const;
type Span = keyof typeof octets;
const names = Object.keys(spans) as readonly Span[];

/** Increase of a counter of peers in each window: of three of them a double does not hold each digit. */
export const FLAPS = 2 ** 52 + 1;

/** Ids: of each device an interface has its number and one. */
export const odd = { steady: 40_100, mover: 40_200, leaver: 40_300, unknown: 40_400, huge: 40_500 };
export const oddPort = (device: number): number => device + 1;

export interface OddPlaces {
  readonly acme: number;
  readonly globex: number;
  readonly first: number;
  readonly second: number;
  readonly foreign: number;
}

/** Devices that stay, move to another site or customer, and interfaces whose bandwidth is not known. */
export function oddNetwork({ acme, globex, first, second, foreign }: OddPlaces): Network {
  const agent = { customer: acme, scope: 'snmp', offset: 0, interval: WINDOW, site: first } as const;
  const devices: readonly ReferenceDevice[] = [
    { ...agent, id: odd.steady },
    { ...agent, id: odd.mover, moves: { at: MOVED_AT, to: second } },
    { ...agent, id: odd.leaver, site: second, moves: { at: MOVED_AT, to: foreign, customer: globex } },
    { ...agent, id: odd.unknown, site: second },
    { ...agent, id: odd.huge, site: second },
  ];
  const port = (device: number, change: Partial<NetworkElement>): NetworkElement => ({
    id: oddPort(device),
    device,
    kind: 'interface',
    scope: 'snmp',
    ...change,
  });
  return {
    customers: [acme, globex],
    areas: [],
    devices,
    sessions: names.map((name) => spans[name]),
    sites: [
      { id: first, customer: acme },
      { id: second, customer: acme },
      { id: foreign, customer: globex },
    ],
    elements: [
      port(odd.steady, { speed: 1_000_000 }),
      port(odd.mover, { speed: 1_000_000 }),
      port(odd.leaver, { speed: 1_000_000 }),
      // A contract of 0 is none, and the agent reports no speed.
      port(odd.unknown, { contractIn: 0, contractOut: 0 }),
      { id: oddPort(odd.huge), device: odd.huge, kind: 'peer', scope: 'snmp' },
    ],
  };
}

/** Samples at both ends of every window. The agents start over between the sessions. */
export function oddSamples({ elements }: Network): readonly RawSample[] {
  const samples = elements.flatMap(({ id, kind, speed }) =>
    names.flatMap((name) => {
      const { from, to } = spans[name];
      const own = (counter: CounterKey, time: number, value: bigint): RawSample => ({
        element: id,
        counter,
        at: time * SECOND,
        value,
        discontinuity: 0,
        uptime: (time - from + 600) * SECOND,
      });
      const [counter, growth] =
        kind === 'peer' ? (['peer_transitions', FLAPS] as const) : (['in_octets', octets[name]] as const);
      const steps = (to - from) / WINDOW + 1;
      return Array.from({ length: steps }, (_, step) => from + step * WINDOW).flatMap((time, step) => [
        own(counter, time, 2n ** 60n + BigInt(step) * BigInt(growth)),
        ...(speed === undefined ? [] : [own('speed', time, BigInt(speed))]),
      ]);
    }),
  );
  return samples.toSorted((one, other) => one.at - other.at);
}
