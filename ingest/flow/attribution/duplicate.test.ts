import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Collector } from '#ingest/flow/collector.ts';
import { RowSink } from '#ingest/flow/rows/row-sink.ts';
import { emptyDictionary } from '#schemas/application/definition.ts';
import type { Collection } from '#schemas/inventory/collection.ts';
import type { DeviceEntry, Inventory, SiteEntry } from '#schemas/inventory/snapshot.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { flows } from '#schemas/table/flows.ts';
import { aCollector, anExporterInventory, type DecodedFlow } from '#tests/fixtures/flow/a-collector.ts';
import {
  EXPORT_S,
  dataSet,
  ip,
  netflowV9,
  templateV9,
  encodeU32,
  encodeU8,
} from '#tests/fixtures/flow/packet-builder.ts';
import { rounds } from '#tests/fixtures/rounds.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';

const codec = codecOf(flows);
const START_MS = EXPORT_S * 1000;

const fields = [
  { id: 8, length: 4 },
  { id: 12, length: 4 },
  { id: 10, length: 4 },
  { id: 14, length: 4 },
  { id: 61, length: 1 },
  { id: 1, length: 4 },
];

interface Sent {
  readonly source?: string;
  readonly destination?: string;
  readonly inIndex: number;
  readonly outIndex: number;
  readonly direction: 0 | 1;
  readonly bytes: number;
}

const recordOf = ({ source = '10.11.0.1', destination = '10.12.0.1', ...flow }: Sent) => [
  ip(source),
  ip(destination),
  encodeU32(flow.inIndex),
  encodeU32(flow.outIndex),
  encodeU8(flow.direction),
  encodeU32(flow.bytes),
];
const datagramOf = (sent: readonly Sent[], atMs = START_MS): Buffer =>
  netflowV9({ seconds: atMs / 1000 }, templateV9(300, fields), dataSet(300, ...sent.map(recordOf)));

const sumOf = (rows: readonly DecodedFlow[], counts: (row: DecodedFlow) => boolean): number =>
  rows.reduce((sum, row) => sum + (counts(row) ? Number(row.bytes) : 0), 0);
const inSite = (row: DecodedFlow): boolean => row.duplicate < 2;
const inCustomer = (row: DecodedFlow): boolean => row.duplicate === 0;

const port = fc.integer({ min: 1, max: 5 });
/** Interfaces at whose input and at whose output an exporter reports. */
const monitored = fc.record({
  input: fc.uniqueArray(port, { maxLength: 5 }),
  output: fc.uniqueArray(port, { maxLength: 5 }),
});
const passing = fc.array(
  fc.record({ inIndex: port, outIndex: port, bytes: fc.integer({ min: 1, max: 1e6 }) }),
  { minLength: 1, maxLength: 60 },
);

describe('a flow that an exporter reports at its input and at its output', () => {
  it('counts once per site, whichever interfaces the exporter reports', () => {
    fc.assert(
      fc.property(monitored, passing, fc.boolean(), ({ input, output }, flowsPassing, egressFirst) => {
        const { send, rows } = aCollector();
        // What the exporter has learned before: every monitored input had a packet.
        const before = input.map((inIndex): Sent => ({ inIndex, outIndex: 99, direction: 0, bytes: 0 }));
        send(
          datagramOf(before.length === 0 ? [{ inIndex: 98, outIndex: 99, direction: 1, bytes: 0 }] : before),
        );
        const reported = flowsPassing.flatMap((flow): readonly Sent[] => {
          const both = [
            ...(input.includes(flow.inIndex) ? [{ ...flow, direction: 0 as const }] : []),
            ...(output.includes(flow.outIndex) ? [{ ...flow, direction: 1 as const }] : []),
          ];
          return egressFirst ? both.toReversed() : both;
        });
        if (reported.length > 0) send(datagramOf(reported));
        const seen = flowsPassing.filter(
          ({ inIndex, outIndex }) => input.includes(inIndex) || output.includes(outIndex),
        );
        expect(sumOf(rows(), inSite)).toBe(seen.reduce((sum, { bytes }) => sum + bytes, 0));
      }),
      { numRuns: rounds(300) },
    );
  });

  it('keeps both rows and marks the second', () => {
    const { send, rows } = aCollector();
    const flow = { inIndex: 1, outIndex: 2, bytes: 10 };
    send(
      datagramOf([
        { ...flow, direction: 0 },
        { ...flow, direction: 1 },
      ]),
    );
    expect(rows().map(({ direction, duplicate }) => [direction, duplicate])).toEqual([
      [0, 0],
      [1, 2],
    ]);
  });

  it('counts at its output after an hour without rows of its input', () => {
    const { send, rows } = aCollector();
    const egress: Sent = { inIndex: 1, outIndex: 2, direction: 1, bytes: 10 };
    send(datagramOf([{ ...egress, direction: 0 }]));
    send(datagramOf([egress], START_MS + 59 * MINUTE_MS), START_MS + 59 * MINUTE_MS);
    send(datagramOf([egress], START_MS + 61 * MINUTE_MS), START_MS + 61 * MINUTE_MS);
    expect(rows().map(({ duplicate }) => duplicate)).toEqual([0, 2, 0]);
  });

  it('originated by the router itself is not a duplicate', () => {
    const { send, rows } = aCollector();
    const egress: Sent = { inIndex: 0, outIndex: 2, direction: 1, bytes: 10 };
    send(datagramOf([egress, { inIndex: 1, outIndex: 2, direction: 0, bytes: 10 }, egress]));
    expect(rows().map(({ duplicate }) => duplicate)).toEqual([0, 0, 0]);
  });
});

describe('a flow of an exporter that does not report both interfaces', () => {
  const [source, destination, input, output, direction, octets] = fields;
  const templates = {
    in: [source, destination, input, octets],
    out: [source, destination, output, octets],
    none: [source, destination, octets],
    'none, direction': [source, destination, direction, octets],
    'out, direction': [source, destination, output, direction, octets],
    both: [source, destination, input, output, octets],
    'both, direction': fields,
  } as const satisfies Record<string, readonly ((typeof fields)[number] | undefined)[]>;
  type Shape = keyof typeof templates;
  interface Row {
    readonly shape: Shape;
    readonly direction?: 0 | 1;
    readonly inIndex?: number;
  }
  const setsOf = ({ shape, direction: side = 0, inIndex = 1 }: Row, at: number): readonly Buffer[] => {
    const named = templates[shape].map((field) => field!);
    const cells = new Map([
      [8, ip('10.11.0.1')],
      [12, ip('10.12.0.1')],
      [10, encodeU32(inIndex)],
      [14, encodeU32(2)],
      [61, encodeU8(side)],
      [1, encodeU32(10)],
    ]);
    return [
      templateV9(300 + at, named),
      dataSet(
        300 + at,
        named.map(({ id }) => cells.get(id)!),
      ),
    ];
  };

  it.each<[string, readonly Row[], readonly (readonly [direction: number, duplicate: number])[]]>([
    [
      'both ways, by element 61 alone, counts both: the directions of a wireless client',
      [{ shape: 'none, direction' }, { shape: 'none, direction', direction: 1 }],
      [
        [0, 0],
        [1, 0],
      ],
    ],
    [
      'both ways at one interface, the output naming no input, counts both',
      [
        { shape: 'both, direction', inIndex: 2 },
        { shape: 'out, direction', direction: 1 },
      ],
      [
        [0, 0],
        [1, 0],
      ],
    ],
    [
      'at one input, the output naming no interface, counts both',
      [{ shape: 'both, direction' }, { shape: 'none, direction', direction: 1 }],
      [
        [0, 0],
        [1, 0],
      ],
    ],
    [
      'at two inputs, the output naming no interface, counts at its input',
      [
        { shape: 'both, direction' },
        { shape: 'both, direction', inIndex: 3 },
        { shape: 'none, direction', direction: 1 },
      ],
      [
        [0, 0],
        [0, 0],
        [1, 2],
      ],
    ],
    [
      'both ways at two interfaces, the output naming no input, counts at its input',
      [
        { shape: 'both, direction', inIndex: 2 },
        { shape: 'both, direction', inIndex: 3 },
        { shape: 'out, direction', direction: 1 },
      ],
      [
        [0, 0],
        [0, 0],
        [1, 2],
      ],
    ],
    [
      'both ways, each by the interface of its side, counts at its input',
      [{ shape: 'in' }, { shape: 'out' }],
      [
        [0, 0],
        [1, 2],
      ],
    ],
    [
      'both ways, the output naming no input, counts at its input',
      [{ shape: 'both, direction' }, { shape: 'out, direction', direction: 1 }],
      [
        [0, 0],
        [1, 2],
      ],
    ],
    [
      'both ways, the input naming no interface, counts at its input',
      [{ shape: 'none, direction' }, { shape: 'both, direction', direction: 1 }],
      [
        [0, 0],
        [1, 2],
      ],
    ],
    [
      'at outputs alone, named or not, counts',
      [{ shape: 'out' }, { shape: 'out, direction', direction: 1 }],
      [
        [1, 0],
        [1, 0],
      ],
    ],
    [
      'at inputs alone counts',
      [{ shape: 'none' }, { shape: 'none' }],
      [
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'that says of the output that it came in nowhere counts',
      [{ shape: 'none, direction' }, { shape: 'both, direction', direction: 1, inIndex: 0 }],
      [
        [0, 0],
        [1, 0],
      ],
    ],
  ])('%s', (_, sent, expected) => {
    const { send, rows } = aCollector();
    for (const [at, row] of sent.entries()) send(netflowV9({ sequence: at }, ...setsOf(row, at)));
    expect(rows().map((row) => [row.direction, row.duplicate])).toEqual(expected);
  });

  it('counts at its output after an hour without rows of any input', () => {
    const { send, rows } = aCollector();
    const egress = { shape: 'out', direction: 1 } as const;
    for (const [at, [row, minutes]] of (
      [
        [{ shape: 'in' }, 0],
        [egress, 59],
        [egress, 61],
      ] as const
    ).entries())
      send(
        netflowV9({ sequence: at, seconds: EXPORT_S + minutes * 60 }, ...setsOf(row, at)),
        START_MS + minutes * MINUTE_MS,
      );
    expect(rows().map(({ duplicate }) => duplicate)).toEqual([0, 2, 0]);
  });
});

/** Sites 1 to 6 with the networks 10.<site>.0.0/16; those of `reporting` have a device with an exporter. */
function networkOf(reporting: readonly number[], repeating: readonly number[] = []): Inventory {
  const plain = anExporterInventory();
  const site = plain.sites.get(11)!;
  const device = plain.devices.get(21)!;
  const sites = [1, 2, 3, 4, 5, 6].map((id): [number, SiteEntry] => [
    id,
    { ...site, id, networks: [`10.${String(id)}.0.0/16`] },
  ]);
  const devices = [
    ...reporting.map((id) => [id, 100 + id] as const),
    ...repeating.map((id) => [id, 200 + id] as const),
  ];
  const collection: Collection = {
    networks: new Map(),
    rules: [],
    repeating: new Set(repeating.map((id) => 200 + id)),
  };
  const addressOf = (id: number): string => `192.0.2.${String(id)}`;
  return {
    ...plain,
    sites: new Map(sites),
    devices: new Map(
      devices.map(([at, id]): [number, DeviceEntry] => [
        id,
        { ...device, id, site: at, exporters: [addressOf(id)], interfaces: [] },
      ]),
    ),
    exporters: new Map(devices.map(([, id]) => [addressOf(id), id])),
    collection,
  };
}

/** Sends each exporter's reports and returns all rows. */
function reportedBy(
  inventory: Inventory,
  reports: ReadonlyMap<number, readonly Sent[]>,
): readonly DecodedFlow[] {
  const rows: DecodedFlow[] = [];
  const sink = new RowSink(({ bytes }) => rows.push(...codec.decode(bytes)));
  const collector = new Collector({ inventory, dictionary: emptyDictionary }, [sink]);
  for (const [device, sent] of reports)
    if (sent.length > 0) collector.receive(datagramOf(sent), `192.0.2.${String(device)}`, START_MS);
  sink.flush();
  return rows;
}

const siteId = fc.integer({ min: 1, max: 6 });
/** A flow from site to site through others; 9 is no site of the customer. */
const end = fc.oneof(siteId, fc.constant(9));
const journey = fc
  .record({ from: end, to: end, transit: siteId, bytes: fc.integer({ min: 1, max: 1e6 }) })
  .filter(({ from, to }) => from !== to && (from !== 9 || to !== 9));

describe('a flow that passes several sites', () => {
  it('counts once per customer and once per site that reports it', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(siteId, { minLength: 1, maxLength: 6 }),
        fc.array(journey, { minLength: 1, maxLength: 40 }),
        (reporting, journeys) => {
          const ofSite = (id: number) =>
            journeys.filter(({ from, to, transit }) => [from, to, transit].includes(id));
          const reports = new Map(
            reporting.map((id) => [
              100 + id,
              ofSite(id).map(({ from, to, bytes }): Sent => {
                const [source, destination] = [from, to].map((at) => `10.${String(at)}.0.1`) as [
                  string,
                  string,
                ];
                return { source, destination, inIndex: 1, outIndex: 2, direction: 0, bytes };
              }),
            ]),
          );
          const rows = reportedBy(networkOf(reporting), reports);
          const total = (of: readonly { readonly bytes: number }[]): number =>
            of.reduce((sum, { bytes }) => sum + bytes, 0);
          const seen = journeys.filter(({ from, to, transit }) =>
            [from, to, transit].some((id) => reporting.includes(id)),
          );
          expect(sumOf(rows, inCustomer)).toBe(total(seen));
          for (const id of reporting)
            expect(sumOf(rows, (row) => row.site === id && inSite(row))).toBe(total(ofSite(id)));
        },
      ),
      { numRuns: rounds(200) },
    );
  });

  it('does not count from a device whose flows another exporter of the site reports', () => {
    const sent: Sent = {
      source: '10.1.0.1',
      destination: '10.2.0.1',
      inIndex: 1,
      outIndex: 2,
      direction: 0,
      bytes: 7,
    };
    const reports = new Map([
      [101, [sent]],
      [201, [sent]],
    ]);
    const rows = reportedBy(networkOf([1], [1]), reports);
    expect(rows.map(({ exporter, duplicate }) => [exporter, duplicate])).toEqual([
      [101, 0],
      [201, 2],
    ]);
  });
});
