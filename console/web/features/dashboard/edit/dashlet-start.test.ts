import { describe, expect, it } from 'vitest';
import { Dashlet, dashletTypeNames } from '#schemas/dashboard/dashlets.ts';
import { libraryDirectory } from '#schemas/kpi/directory.ts';
import { dashletFaults } from './document-faults.ts';
import { dashletCopy, newDashlet } from './dashlet-start.ts';

describe.each(dashletTypeNames)('a new dashlet of type %s', (type) => {
  it('is valid as it is added', () => {
    const dashlet = newDashlet(type, []);
    expect(Dashlet.safeParse(dashlet).error?.issues).toBeUndefined();
    expect(dashletFaults(dashlet, libraryDirectory, 'en')).toEqual([]);
  });

  it('and its copy have ids and places of their own', () => {
    const first = newDashlet(type, []);
    const copy = dashletCopy(first, [first]);
    expect(copy.id).not.toBe(first.id);
    expect(copy.place).not.toEqual(first.place);
    expect(copy.settings).toEqual(first.settings);
  });
});

it('a dashlet that is not valid says what is wrong', () => {
  const dashlet = newDashlet('gauge', []);
  const broken = { ...dashlet, settings: { ...dashlet.settings, keys: ['interface'] } } as typeof dashlet;
  expect(dashletFaults(broken, libraryDirectory, 'en')).not.toEqual([]);
});
