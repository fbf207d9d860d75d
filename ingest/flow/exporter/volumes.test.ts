import { expect, it } from 'vitest';
import { Volumes } from './volumes.ts';

it('volumes are added by rate and mark, and start again with each report', () => {
  const volumes = new Volumes();
  volumes.add(100, 1);
  volumes.add(2_000, 1_000, 2);
  volumes.add(30, 0, 1);
  volumes.add(4, 1);
  volumes.quarantine(7e12);
  const byRate = new Map([
    ['1', 104],
    ['1000', 2_000],
    ['unknown', 30],
  ]);
  const quarantined = { quarantined: 1, quarantinedBytes: 7e12 };
  const empty = { bytes: 0, duplicateBytes: 0, otherSiteBytes: 0, quarantined: 0, quarantinedBytes: 0 };
  const first = volumes.drain();
  expect(first).toEqual({ bytes: 2_134, duplicateBytes: 2_000, otherSiteBytes: 30, ...quarantined, byRate });
  expect(volumes.drain()).toEqual({ ...empty, byRate: new Map() });
});

it('rates above the limit of a report are added up as others', () => {
  const volumes = new Volumes();
  for (let rate = 1; rate <= 40; rate += 1) volumes.add(10, rate);
  const { byRate } = volumes.drain();
  expect(byRate.size).toBe(33);
  expect(byRate.get('other')).toBe(80);
});
