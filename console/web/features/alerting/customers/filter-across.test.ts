import { describe, expect, it } from 'vitest';
import { emptyAlertLayout } from '#schemas/alerting/routes.ts';
import { sameFilter } from '../saved-filters/filter-search.ts';
import { filterAcross, partsOfFilter } from './filter-across.ts';

const layout = { ...emptyAlertLayout, pinnedCustomers: [4], breakdownByAlert: true };

describe('a filter across customers', () => {
  it('keeps search, order, pinned customers, profiles and alarms, and nothing else', () => {
    const profileIds = { enabled: true, ids: [3, 1] };
    const shown = { ...layout, showOnlyPinnedCustomers: true, profileIds };
    expect(filterAcross({ q: 'lyon', sort: '-minor' }, shown)).toEqual({
      q: 'lyon',
      sort: '-minor',
      pinned: true,
      profiles: [3, 1],
    });
    expect(filterAcross({}, { ...layout, alarmIds: { enabled: false, ids: [7] } })).toEqual({});
  });

  it('resets what it does not name, and keeps the remaining layout', () => {
    const before = { ...layout, showOnlyPinnedCustomers: true, alarmIds: { enabled: true, ids: [7] } };
    expect(partsOfFilter({ q: 'lyon', profiles: [3], deleted: 1 }, before)).toEqual({
      search: { q: 'lyon', sort: undefined },
      layout: { ...layout, profileIds: { enabled: true, ids: [3] } },
    });
  });

  it('is the same in any order of parameters and values', () => {
    expect(sameFilter({ q: 'a', profiles: [3, 1] }, { profiles: [1, 3], q: 'a' })).toBe(true);
    expect(sameFilter({ q: 'a' }, { q: 'a', pinned: true })).toBe(false);
  });
});
