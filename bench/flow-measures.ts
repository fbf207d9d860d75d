import { runSync } from '#platform/clock/steps.ts';
import { createFlowPartition } from '#engine/flow/flow-partition.ts';
import type { FlowTarget } from '#schemas/inventory/flow-target.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import type { BenchResult } from './harness/result.ts';

const CUSTOMERS = 20;
const SITES = 50;
const APPLICATIONS = 40;
export const ROWS_PER_MESSAGE = 400;
const MESSAGES = 5_000;
const START_MS = Date.UTC(2026, 0, 1);
const WINDOW_SECONDS = 300;

const { rowBytes, offset } = layoutOf(flows);
const siteOf = (customer: number, index: number): number => customer * 1_000 + index;

/** 1,000 sites with 40 applications each: 40,000 elements, as many classes and conversations as flows bring. */
export function flowBenchInventory(): Inventory {
  const customers = Array.from({ length: CUSTOMERS }, (_, index) => index + 1);
  const sites = customers.flatMap((customer) =>
    Array.from({ length: SITES }, (_, index) => ({ id: siteOf(customer, index), customer })),
  );
  const targets = sites.flatMap(({ id: site, customer }) =>
    Array.from({ length: APPLICATIONS }, (_, detail): FlowTarget => {
      const id = 1_000_000 + site * APPLICATIONS + detail;
      return { id, customer, site, kind: 'application', detail, name: '', active: true };
    }),
  );
  const place = { name: '', city: '', country: '', latitude: 0, longitude: 0, networks: [], active: true };
  return {
    customers: new Map(
      customers.map((id) => [id, { id, clientId: '', name: '', profile: '', recipientId: 1 }]),
    ),
    sites: new Map(sites.map(({ id, customer }) => [id, { ...place, id, customer }])),
    devices: new Map(),
    interfaces: new Map(),
    exporters: new Map(),
    targets: { flows: new Map(targets.map((target) => [target.id, target])), clusters: new Map() },
  };
}

/** A message of one exporter, as the collector sends them. */
export function flowBenchMessage(number: number): Uint8Array {
  const bytes = new Uint8Array(rowBytes * ROWS_PER_MESSAGE);
  const view = new DataView(bytes.buffer);
  const customer = (number % CUSTOMERS) + 1;
  const site = siteOf(customer, (number * 7) % SITES);
  for (let index = 0; index < ROWS_PER_MESSAGE; index += 1) {
    const row = index * rowBytes;
    view.setUint32(row + offset.customer, customer, true);
    view.setUint32(row + offset.site, site, true);
    view.setUint32(row + offset.source_site, site, true);
    view.setUint32(row + offset.destination_site, siteOf(customer, (index * 13) % SITES), true);
    view.setUint32(row + offset.application, (index * 31) % APPLICATIONS, true);
    view.setUint8(row + offset.dscp, (index % 4) * 8);
    view.setBigUint64(row + offset.bytes, BigInt(1_000 + index), true);
    view.setBigUint64(row + offset.packets, 3n, true);
  }
  return bytes;
}

/** Puts the time of a message into its rows: 5,000 messages are 25 minutes. */
function stamp(bytes: Uint8Array, number: number): void {
  const view = new DataView(bytes.buffer);
  const at = BigInt(START_MS + number * 300);
  for (let row = 0; row < bytes.length; row += rowBytes) view.setBigInt64(row + offset.last, at, true);
}

/** Rows of flows that one core sums by site, application, class and conversation, windows and their measures included. */
async function run(): Promise<readonly BenchResult[]> {
  const messages = Array.from({ length: 200 }, (_, number) => flowBenchMessage(number));
  const ignore = (): void => undefined;
  const samples: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const partition = createFlowPartition({
      windowSeconds: WINDOW_SECONDS,
      allowedLatenessMs: 60_000,
      inventory: flowBenchInventory(),
      alarms: [],
      maxUnknownKeys: 20_000,
      output: { measures: ignore, events: ignore },
    });
    let spent = 0;
    for (let number = 0; number < MESSAGES; number += 1) {
      const bytes = messages[number % messages.length] ?? new Uint8Array();
      stamp(bytes, number);
      const before = process.cpuUsage();
      runSync(partition.pushSteps('flows', bytes));
      const { user, system } = process.cpuUsage(before);
      spent += user + system;
    }
    samples.push((MESSAGES * ROWS_PER_MESSAGE) / (spent / 1e6));
  }
  const value = [...samples].sort((a, b) => a - b)[1] ?? 0;
  return Promise.resolve([{ name: 'flow-measures', value, unit: 'rows/CPU-s', samples }]);
}

export const flowMeasures = { name: 'flow-measures', run };
