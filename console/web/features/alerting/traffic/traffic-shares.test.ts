import { expect, it } from 'vitest';
import { trafficShares } from './traffic-shares.ts';

it('the parts of the traffic and the remainder add up to the total', () => {
  const web = { name: 'HTTPS', bytes: 600, packets: 6 };
  const names = { name: 'DNS', bytes: 300, packets: 30 };
  expect(trafficShares({ total: { bytes: 1_000, packets: 40 }, parts: [web, names] })).toEqual([
    { part: web, bytes: 600, packets: 6, percent: 60 },
    { part: names, bytes: 300, packets: 30, percent: 30 },
    { part: undefined, bytes: 100, packets: 4, percent: 10 },
  ]);
  expect(trafficShares({ total: { bytes: 600, packets: 6 }, parts: [web] })).toHaveLength(1);
  expect(trafficShares({ total: { bytes: 0, packets: 0 }, parts: [] })).toEqual([]);
});
