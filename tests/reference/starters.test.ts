import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DashboardDocument } from '#schemas/dashboard/document.ts';
import { requestsOf } from '#schemas/dashboard/document-requests.ts';
import { starters } from '#schemas/dashboard/starter/starters.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { openedFaults } from './dashlet-faults.ts';
import type { DashletFacts } from './dashlet-values.ts';
import { serveLargeNetwork, type ServedLargeNetwork } from './network/serve-large-network.ts';

const isFull = process.env['TEST_ROUNDS'] === 'full';
const LIMIT = { timeout: isFull ? 1_800_000 : 300_000 };
const SHOWN = 40;

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** The end of the last windows of the network: they are now for a page that ends there. */
const END = Date.parse('2026-11-01T13:30:00Z') / 1_000;

const zones = ['Europe/Paris', 'America/New_York', 'Asia/Kolkata'] as const;
type Zone = (typeof zones)[number];

/** Periods of a page, with the zones that the gate compares; the night has all of them. */
const periods: readonly (readonly [string, number, readonly Zone[]])[] = [
  ['an hour', HOUR, ['Europe/Paris']],
  ['24 hours', DAY, []],
  ['7 days', 7 * DAY, ['Asia/Kolkata']],
  ['30 days', 30 * DAY, []],
  ['400 days', 400 * DAY, ['America/New_York']],
];
const compared = isFull
  ? periods.map(([name, length]) => [name, length, zones] as const)
  : periods.filter(([, , own]) => own.length > 0);

interface OpenedDashlet {
  readonly name: string;
  readonly request: DataRequestInput;
}

/** The requests that the pages of all documents send for a period. */
function openedIn(length: number, timeZone: Zone): readonly OpenedDashlet[] {
  const context = { period: { from: END - length, to: END }, timeZone, isFixed: true };
  return starters.flatMap(({ key, document }) =>
    requestsOf(DashboardDocument.parse(document), context).map((one) =>
      'request' in one
        ? {
            name: `${key} ${one.dashlet} ${timeZone}`,
            request: { ...one.request, id: `${key} ${one.dashlet}` },
          }
        : expect.fail(`${key} ${one.dashlet}: ${one.missing} selects nothing`),
    ),
  );
}

describe('every dashboard and home page of the product has the values of the reference', () => {
  let served: ServedLargeNetwork;
  let facts: DashletFacts;
  beforeAll(async () => {
    served = await serveLargeNetwork();
    const scopes = new Map(served.network.elements.map(({ id, scope }) => [id, scope]));
    const { globex: missesPolls } = served.places;
    facts = { ...served.facts, traffic: served.traffic, scopeOf: (id) => scopes.get(id), missesPolls };
  });
  afterAll(() => served.close());

  async function faultsIn(length: number, zone: Zone): Promise<readonly string[]> {
    const opened = openedIn(length, zone);
    const requests = opened.map(({ request }) => request);
    const faults: string[] = [];
    for (const customer of isFull ? served.network.customers : [served.places.acme]) {
      const results = await served.read(customer, requests);
      for (const { name, request } of opened)
        for (const fault of openedFaults(results.get(request.id), { request, customer, facts }))
          faults.push(`${name} of ${String(customer)}: ${fault}`);
    }
    return faults;
  }

  it.each(compared)('over %s', LIMIT, async (_, length, own) => {
    for (const zone of own) {
      const faults = await faultsIn(length, zone);
      expect(faults.slice(0, SHOWN), `${String(faults.length)} faults`).toEqual([]);
    }
  });

  it('and has something to show of this network: most dashlets have values', async () => {
    const opened = openedIn(HOUR, 'Europe/Paris');
    const requests = opened.map(({ request }) => request);
    const results = [...(await served.read(served.places.acme, requests)).values()];
    const filled = results.filter((result) => typeof result === 'object');
    expect(filled.length).toBeGreaterThan(0.9 * opened.length);
  });
});
