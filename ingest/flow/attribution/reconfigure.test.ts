import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Collector } from '#ingest/flow/collector.ts';
import { RowSink } from '#ingest/flow/rows/row-sink.ts';
import {
  ApplicationAttributes,
  type ApplicationDefinition,
  type ApplicationDictionary,
} from '#schemas/application/definition.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { flows } from '#schemas/table/flows.ts';
import { anExporterInventory, type DecodedFlow } from '#tests/fixtures/flow/a-collector.ts';
import { EXPORT_S, netflowV5 } from '#tests/fixtures/flow/packet-builder.ts';
import type { CollectorConfig } from './attribute.ts';
import { rounds } from '#tests/fixtures/rounds.ts';

const codec = codecOf(flows);
const CUSTOMERS = [3, 4, 5];
const addressOf = (customer: number): string => `127.1.0.${String(customer)}`;

/** Each customer with one site and one exporter; `networks` of the sites by customer, those without one have no exporter. */
function inventoryOf(networks: ReadonlyMap<number, readonly string[]>): Inventory {
  const { sites, devices, ...remaining } = anExporterInventory();
  const [site, device] = [sites.get(11)!, devices.get(21)!];
  const ids = [...networks.keys()];
  return {
    ...remaining,
    sites: new Map(
      ids.map((id) => [id, { ...site, id: 10 * id, customer: id, networks: networks.get(id) ?? [] }]),
    ),
    devices: new Map(
      ids.map((id) => [
        id,
        { ...device, id, customer: id, site: 10 * id, exporters: [addressOf(id)], interfaces: [] },
      ]),
    ),
    exporters: new Map(ids.map((id) => [addressOf(id), id])),
  };
}

const ports = [443, 53, 8080];
const flowsOf = netflowV5(
  {},
  ...ports.map((destinationPort) => ({
    source: '10.1.0.1',
    destination: '10.2.0.1',
    packets: 1,
    bytes: 100,
    firstMs: 1,
    lastMs: 2,
    destinationPort,
  })),
);

/** A collector with the application and sites it assigns to the same flows of each customer. */
function collecting(known: CollectorConfig) {
  let rows: DecodedFlow[] = [];
  const sink = new RowSink(({ bytes }) => {
    rows.push(...codec.decode(bytes));
  });
  const collector = new Collector(known, [sink]);
  return {
    collector,
    said: (): readonly unknown[] => {
      for (const customer of CUSTOMERS) collector.receive(flowsOf, addressOf(customer), EXPORT_S * 1000);
      sink.flush();
      const found = rows.map((row) => [
        row.customer,
        row.site,
        row.application,
        row.source_site,
        row.destination_site,
      ]);
      rows = [];
      return found;
    },
  };
}

const attributes = fc.record({
  ports: fc.subarray(['443', '53', '8000-9000'], { minLength: 1 }),
  addresses: fc.subarray(['10.1.0.0/16', '10.2.0.0/24']),
});
const dictionaries = fc.record({
  precedence: fc.constantFrom('provider' as const, 'customer' as const),
  applications: fc.array(
    fc.record({
      customer: fc.constantFrom(undefined, ...CUSTOMERS),
      active: fc.boolean(),
      order: fc.integer({ min: 0, max: 3 }),
      attributes: attributes.map((one) => ApplicationAttributes.parse(one)),
    }),
    { maxLength: 6 },
  ),
});
const state = fc.record({
  dictionary: dictionaries.map(({ precedence, applications }): ApplicationDictionary => ({
    precedence,
    applications: applications.map((one, at) => ({ id: at + 1, name: String(at), ...one })),
  })),
  inventory: fc
    .tuple(
      ...CUSTOMERS.map((id) =>
        fc.tuple(fc.constant(id), fc.subarray(['10.1.0.0/16', '10.2.0.0/16']), fc.boolean()),
      ),
    )
    .map((all) =>
      inventoryOf(new Map(all.flatMap(([id, networks, is]) => (is ? [[id, networks] as const] : [])))),
    ),
});

describe('a changed dictionary or inventory', () => {
  it('takes effect atomically, with the same result as a new collector', () => {
    fc.assert(
      fc.property(fc.array(state, { minLength: 2, maxLength: 5 }), ([first, ...others]) => {
        const { collector, said } = collecting(first as CollectorConfig);
        let before = said();
        for (const known of others) {
          for (const _ of collector.reconfigureSteps(known)) expect(said()).toEqual(before);
          before = collecting(known).said();
          expect(said()).toEqual(before);
        }
      }),
      { numRuns: rounds(150) },
    );
  });

  const anApplication = (id: number, customer: number | undefined, port: string): ApplicationDefinition => ({
    id,
    customer,
    name: String(id),
    order: id,
    active: true,
    attributes: ApplicationAttributes.parse({ ports: [port] }),
  });
  const allCustomers = inventoryOf(new Map(CUSTOMERS.map((id) => [id, ['10.1.0.0/16']])));
  const tables = (collector: Collector) =>
    new Map(
      [...collector.exporters.values()].map(
        ({ attribution }) => [attribution.customer, attribution] as const,
      ),
    );

  it('rebuilds only the changed tables', () => {
    const own = CUSTOMERS.map((id) => anApplication(id, id, '443'));
    const dictionary = { applications: own, precedence: 'provider' } as const;
    const { collector, said } = collecting({ inventory: allCustomers, dictionary });
    said();
    const before = tables(collector);
    const renamed = { ...own[1]!, name: 'another name' };
    const changed = anApplication(3, 3, '444');
    collector.reconfigure({
      inventory: inventoryOf(
        new Map(CUSTOMERS.map((id) => [id, [id === 4 ? '10.9.0.0/16' : '10.1.0.0/16']])),
      ),
      dictionary: { ...dictionary, applications: [changed, renamed, own[2]!] },
    });
    const after = tables(collector);
    const same = (customer: number) => [
      after.get(customer)?.classifier === before.get(customer)?.classifier,
      after.get(customer)?.sites === before.get(customer)?.sites,
    ];
    expect(CUSTOMERS.map(same)).toEqual([
      [false, true],
      [true, false],
      [true, true],
    ]);
  });

  it('compiles one classifier for all customers with the same applications', () => {
    const dictionary = {
      applications: [anApplication(1, undefined, '443')],
      precedence: 'provider',
    } as const;
    const { collector, said } = collecting({ inventory: allCustomers, dictionary });
    said();
    expect(new Set([...tables(collector).values()].map(({ classifier }) => classifier)).size).toBe(1);
  });
});
