import { describe, expect, it } from 'vitest';
import { Dashlet, dashletTypeNames } from '#schemas/dashboard/dashlets.ts';
import { libraryDirectory } from '#schemas/kpi/directory.ts';
import { dashletFaults } from '../fault/document-faults.ts';
import { dashletCopy, isFull, newDashlet, newDashletId } from './dashlet-start.ts';

describe.each(dashletTypeNames)('a new dashlet of type %s', (type) => {
  it('is valid as it is added', () => {
    const dashlet = newDashlet(type, newDashletId(), []);
    expect(Dashlet.safeParse(dashlet).error?.issues).toBeUndefined();
    expect(dashletFaults(dashlet, libraryDirectory, 'en')).toEqual([]);
  });

  it('and its copy have ids and places of their own', () => {
    const first = newDashlet(type, newDashletId(), []);
    const copy = dashletCopy(first, newDashletId(), [first]);
    expect(copy.id).not.toBe(first.id);
    expect(copy.place).not.toEqual(first.place);
    expect(copy.settings).toEqual(first.settings);
  });
});

it('a dashlet that is not valid says what is wrong', () => {
  const dashlet = newDashlet('gauge', newDashletId(), []);
  const broken = { ...dashlet, settings: { ...dashlet.settings, keys: ['interface'] } } as typeof dashlet;
  expect(dashletFaults(broken, libraryDirectory, 'en')).not.toEqual([]);
});

it('dashlets that two editors add to the same document stay two', () => {
  const ids = Array.from({ length: 1_000 }, newDashletId);
  expect(new Set(ids).size).toBe(ids.length);
});

it('a page has at most 200 dashlets', () => {
  expect([199, 200].map((count) => isFull(Array.from({ length: count })))).toEqual([false, true]);
});
