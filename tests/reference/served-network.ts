import { expect } from 'vitest';
import type { DataLine, DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import { Series } from '#schemas/kpi/series.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import {
  openServer,
  type Browser,
  type ServerUnderTest,
  type UnderTestOptions,
} from '../fixtures/server/server-under-test.ts';
import { measuredRows, type NaiveRow } from './naive/measured-rows.ts';
import type { RawSample } from './naive/windows-of-samples.ts';
import { storeTraffic, type ReportedTraffic } from './network/chosen-flows.ts';
import {
  fillRecent,
  halveHours,
  keepForEver,
  measureNetwork,
  measuredWindows,
} from './network/measure-network.ts';
import { inventoryAt, measuredElements } from './network/network-inventory.ts';
import type { Network } from './network/network.ts';

/** A network whose samples went through the engine into the store, and the server that shows it. */
export interface ServedNetwork {
  readonly server: ServerUnderTest;
  readonly network: Network;
  /** By KPI: its values by windows, computed apart from the product. */
  readonly rows: ReadonlyMap<KpiKey, readonly NaiveRow[]>;
  /** Results of data requests by their ids: a result, or the code of a problem. */
  readonly read: (
    customer: number,
    requests: readonly DataRequestInput[],
  ) => Promise<ReadonlyMap<string, DataResult | string>>;
  /** Values by `GET /customers/:id/kpi/:key`; the code of a problem. */
  readonly readSeries: (customer: number, key: KpiKey, query: string) => Promise<Series | string>;
  readonly close: () => Promise<void>;
}

/** Adds the elements of a network to the inventory that the server has. */
function addTo(inventory: Inventory, own: Inventory): void {
  const add = <Entry>(
    to: ReadonlyMap<number, Entry> | undefined,
    from: ReadonlyMap<number, Entry> | undefined,
  ) => {
    for (const [id, entry] of from ?? []) (to as Map<number, Entry>).set(id, entry);
  };
  add(inventory.sites, own.sites);
  add(inventory.devices, own.devices);
  add(inventory.interfaces, own.interfaces);
  add(inventory.components, own.components);
  add(inventory.targets?.clusters, own.targets?.clusters);
}

const AT_ONCE = 40;

async function readLines(
  browser: Browser,
  customer: number,
  requests: readonly DataRequestInput[],
): Promise<readonly DataLine[]> {
  const url = `/api/v1/customers/${String(customer)}/data`;
  const { body } = await browser.send('POST', url, { body: { requests } });
  const lines = body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as DataLine);
  if (lines.at(-1)?.state !== 'end') expect.fail(body.slice(0, 1_000));
  return lines;
}

/** Fewer than a session may send in a minute. */
const PER_SESSION = 1_000;

/** Returns the browser for the next request: a session sends a limited number in a minute. */
async function manyRequests(server: ServerUnderTest): Promise<() => Promise<Browser>> {
  let browser = await server.signedIn('planner');
  let sent = 0;
  return async () => {
    sent += 1;
    if (sent % PER_SESSION === 0) browser = await server.signedIn('planner');
    return browser;
  };
}

/** Opens a server at a time, in milliseconds since 1970, with the network that its places lead to. */
export async function serveNetwork(
  nowMs: number,
  networkOf: (server: ServerUnderTest) => {
    readonly network: Network;
    readonly samples: readonly RawSample[];
    readonly traffic?: readonly ReportedTraffic[];
    /** Customers whose zone has been one of half hours from the start. */
    readonly halvedHours?: readonly number[];
  },
  options: UnderTestOptions = {},
): Promise<ServedNetwork> {
  const server = await openServer({ ...options, startsAt: nowMs - MINUTE_MS });
  await server.followInventory();
  const { clickhouse } = server.stack;
  await keepForEver(clickhouse);
  const { network, samples, traffic = [], halvedHours = [] } = networkOf(server);
  await halveHours(clickhouse, halvedHours);
  // The server reads each minute which hours are cut.
  await server.clock.leap(MINUTE_MS);
  const { customers } = server.inventory();
  await measureNetwork(clickhouse, { network, samples, customers });
  await fillRecent(clickhouse, nowMs);
  if (traffic.length > 0) await storeTraffic(clickhouse, traffic);
  addTo(server.inventory(), inventoryAt(network, nowMs / 1_000, { customers }));
  await server.account({ username: 'planner', permissions: ['DASHBOARD.read'] });
  const browserOf = await manyRequests(server);
  return {
    server,
    network,
    rows: measuredRows(measuredElements(network), samples, measuredWindows(network)),
    async read(customer, requests) {
      const found = new Map<string, DataResult | string>();
      for (let first = 0; first < requests.length; first += AT_ONCE)
        for (const line of await readLines(
          await browserOf(),
          customer,
          requests.slice(first, first + AT_ONCE),
        )) {
          if (line.state === 'ready') found.set(line.id, line.result);
          if (line.state === 'error') found.set(line.id, line.problem.code);
        }
      return found;
    },
    async readSeries(customer, key, query) {
      const browser = await browserOf();
      const response = await browser.get(`/api/v1/customers/${String(customer)}/kpi/${key}?${query}`);
      const body: unknown = response.json();
      return response.statusCode === 200 ? Series.parse(body) : (body as { readonly code: string }).code;
    },
    close: () => server.close(),
  };
}
