import { expect, it } from 'vitest';
import { componentValues } from './component-values.ts';
import { deviceCounters } from './counters.ts';
import { buildFleet } from './fleet.ts';

const [device] = buildFleet({ customers: 1, sites: 1, seed: 5 }).devices;

it.each([
  [undefined, { lost: 0, received: 3_000 }],
  // Every fourth datagram.
  ['lossy', { lost: 750, received: 2_250 }],
  ['silent', undefined],
  ['untemplated', undefined],
] as const)('an exporter with the fault %s has exported %j in a window of the past', (fault, exported) => {
  const own = { ...device!, flows: { ...device!.flows, fault } };
  const values = componentValues(own, deviceCounters(own, [], 5), { cpuPercent: () => 10 });
  expect(values.exported).toEqual(exported);
});
