import { Collector } from '#ingest/flow/collector.ts';
import { RowSink } from '#ingest/flow/rows/row-sink.ts';
import { runCooperatively } from '#platform/clock/steps.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import {
  ApplicationAttributes,
  type ApplicationDefinition,
  type ApplicationDictionary,
} from '#schemas/application/definition.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { anExporterInventory } from '#tests/fixtures/flow/a-collector.ts';
import { netflowV9 } from '#tests/fixtures/flow/packet-builder.ts';
import { quantile } from './harness/quantile.ts';
import type { BenchResult } from './harness/result.ts';
import { standstillOf } from './harness/event-loop-stall.ts';

const CUSTOMERS = 40;
const APPLICATIONS = 500;
const ROUNDS = 5;

const addressOf = (customer: number): string => `127.2.0.${String(customer)}`;

/** Each customer with its own site and exporter. */
function inventory(): Inventory {
  const { sites, devices, ...remaining } = anExporterInventory();
  const [site, device] = [sites.get(11), devices.get(21)];
  if (site === undefined || device === undefined) throw new Error('the fixture has no site 11 and device 21');
  const customers = Array.from({ length: CUSTOMERS }, (_, at) => at + 1);
  return {
    ...remaining,
    sites: new Map(customers.map((customer) => [customer, { ...site, id: customer, customer }])),
    devices: new Map(
      customers.map((customer) => [
        customer,
        { ...device, id: customer, customer, site: customer, exporters: [addressOf(customer)] },
      ]),
    ),
    exporters: new Map(customers.map((customer) => [addressOf(customer), customer])),
  };
}

/** Ranges, ports and names of the servers of a company. */
function anApplication(customer: number, at: number): ApplicationDefinition {
  const id = customer * APPLICATIONS + at;
  return {
    id,
    name: `Application ${String(id)}`,
    customer,
    order: at,
    active: true,
    attributes: ApplicationAttributes.parse({
      addresses: [`10.${String(at % 250)}.${String(customer)}.0/24`, `172.16.${String(at % 250)}.0/24`],
      ports: at % 2 === 0 ? [String(1_000 + at), '5000-5999'] : [],
      hostnames: at % 5 === 0 ? [`app${String(at)}.example.com`] : [],
      dscp: at % 7 === 0 ? [at % 64] : [],
      protocols: at % 3 === 0 ? [6] : [6, 17],
    }),
  };
}

/** With the first application of a customer changed. */
const changed = (
  { applications, precedence }: ApplicationDictionary,
  round: number,
): ApplicationDictionary => ({
  precedence,
  applications: applications.map((one, at) =>
    at === round * APPLICATIONS
      ? { ...one, attributes: { ...one.attributes, ports: [String(2_000 + round)] } }
      : one,
  ),
});

const signal = new AbortController().signal;

async function run(): Promise<readonly BenchResult[]> {
  let dictionary: ApplicationDictionary = {
    precedence: 'customer',
    applications: Array.from({ length: CUSTOMERS * APPLICATIONS }, (_, at) =>
      anApplication(1 + Math.floor(at / APPLICATIONS), at % APPLICATIONS),
    ),
  };
  const known = inventory();
  const collector = new Collector({ inventory: known, dictionary }, [new RowSink(() => undefined)]);
  for (const address of known.exporters.keys()) collector.receive(netflowV9({}), address, 0);
  const [one, all]: [{ standsStill: number; took: number }[], { standsStill: number; took: number }[]] = [
    [],
    [],
  ];
  const take = () =>
    standstillOf(async () => {
      await runCooperatively(collector.reconfigureSteps({ inventory: known, dictionary }), {
        clock: systemClock,
        signal,
        sliceMs: 5,
      });
    });
  for (let round = 0; round < ROUNDS; round += 1) {
    dictionary = changed(dictionary, round);
    one.push(await take());
    dictionary = {
      ...dictionary,
      applications: dictionary.applications.map((each) => ({ ...each, attributes: { ...each.attributes } })),
    };
    all.push(await take());
  }
  const results: BenchResult[] = [];
  const add = (name: string, samples: readonly number[]): void => {
    results.push({ name, value: quantile(samples, 0.5), unit: 'ms', samples });
  };
  for (const [what, found] of [
    ['one application of 20,000 changed', one],
    ['all of 20,000 changed', all],
  ] as const) {
    add(
      `${what}: taken in`,
      found.map(({ took }) => took),
    );
    add(
      `${what}: nothing else runs for at most`,
      found.map(({ standsStill }) => standsStill),
    );
  }
  return results;
}

/** How long a collector stands still while the dictionary of custom applications changes. */
export const dictionaryChangeBench = { name: 'dictionary-change', run };
