import { describe, expect, it } from 'vitest';
import type { SitePoint } from './site-point.ts';
import { samePlaces, statusChanges } from './status-changes.ts';

const point = (id: number, status: SitePoint['status']): SitePoint => ({
  id,
  name: `Site ${String(id)}`,
  city: '',
  longitude: id,
  latitude: 1,
  status,
  note: '',
});

describe('updates of the map', () => {
  it('only points with another status than drawn', () => {
    const drawn = new Map([
      [1, 'ok'],
      [2, 'ok'],
    ] as const);
    expect(statusChanges(drawn, [point(1, 'ok'), point(2, 'critical')]).map(({ id }) => id)).toEqual([2]);
  });

  it('a change of status is no change of place', () => {
    expect(samePlaces([point(1, 'ok')], [point(1, 'critical')])).toBe(true);
    expect(samePlaces([point(1, 'ok')], [point(2, 'ok')])).toBe(false);
  });
});
