import { expect, it } from 'vitest';
import { anExporterInventory } from '#tests/fixtures/flow/a-collector.ts';
import { exportedNameFor, groupNames, type ExportedName } from './exported-name.ts';

const NUMBER = 13 * 2 ** 32 + 5;
const { devices } = anExporterInventory();
const router = devices.get(21)!;
/** Routers 21 and 22 at site 11, 23 at site 12. */
const inventory = {
  devices: new Map([
    [21, router],
    [22, { ...router, id: 22 }],
    [23, { ...router, id: 23, site: 12 }],
  ]),
};
const named = (exporter: number, name: string, reportedMs: number): ExportedName => ({
  customer: 3,
  exporter,
  application: NUMBER,
  name,
  reportedMs,
});
const at = (site: number, customer = 3) =>
  ({ id: 1, customer, site, kind: 'application', detail: NUMBER, name: '', active: true }) as const;

it.each([
  [
    'its own exporter, however new those of others are',
    11,
    [named(21, 'crm', 1), named(23, 'erp', 9)],
    'crm',
  ],
  ['the newest of its exporters', 11, [named(21, 'crm', 1), named(22, 'sales', 2)], 'sales'],
  [
    'the newest of the customer, without a name of its own',
    13,
    [named(21, 'crm', 1), named(23, 'erp', 9)],
    'erp',
  ],
  ['none, if none is known', 11, [], undefined],
])('an application of a site has the name from %s', (_, site, names, expected) => {
  expect(exportedNameFor(at(site), groupNames(names), inventory)).toBe(expected);
});

it('a customer does not see the names of another', () => {
  expect(exportedNameFor(at(11, 4), groupNames([named(21, 'crm', 1)]), inventory)).toBeUndefined();
});
