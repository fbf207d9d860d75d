import { describe, expect, it } from 'vitest';
import { AlertSearch } from '../alert-search.ts';
import { searchOfFilter, filterInSearch } from './filter-search.ts';

const addressed = (search: object) => AlertSearch.parse(search);

describe('a saved filter', () => {
  it('keeps what is filtered, grouped and sorted, and nothing else', () => {
    const search = addressed({
      customer: 3,
      severity: ['critical'],
      q: 'lyon',
      site: [7, 9],
      acknowledged: false,
      assigned: 'mine',
      group: 'site',
      sort: '-since',
      open: '1:2',
      map: false,
      view: [1, 2, 3],
    });
    expect(filterInSearch(search)).toEqual({
      severity: ['critical'],
      q: 'lyon',
      site: [7, 9],
      acknowledged: false,
      assigned: 'mine',
      group: 'site',
      sort: '-since',
    });
  });

  it('is empty when everything is at its default', () => {
    expect(filterInSearch(addressed({ customer: 3 }))).toEqual({});
  });

  it('sets back what it does not name, and ignores what is no longer known', () => {
    const now = { customer: 3, q: 'lyon', severity: ['minor'] };
    const after = addressed({
      ...now,
      ...searchOfFilter({ severity: ['critical'], deleted: 1, group: 'no such' }),
    });
    expect([after.severity, after.q, after.group, after.customer]).toEqual([
      ['critical'],
      undefined,
      undefined,
      3,
    ]);
  });
});
