import { describe, expect, it } from 'vitest';
import type { SitePoint } from './site-point.ts';
import { samePlaces, statusChanges } from './status-changes.ts';

const point = (id: number, status: SitePoint['status'], silenced = false): SitePoint => ({
  id,
  name: `Site ${String(id)}`,
  city: '',
  longitude: id,
  latitude: 1,
  status,
  silenced,
  note: '',
});

describe('updates of the map', () => {
  it('only points with another status or silence than drawn', () => {
    const drawn = new Map([1, 2, 3].map((id) => [id, point(id, 'ok')]));
    const points = [point(1, 'ok'), point(2, 'critical'), point(3, 'ok', true)];
    expect(statusChanges(drawn, points).map(({ id }) => id)).toEqual([2, 3]);
  });

  it('points with another size than drawn, where size stands for a value', () => {
    const drawn = new Map([1, 2].map((id) => [id, { ...point(id, 'ok'), diameter: 20 }]));
    const points = [
      { ...point(1, 'ok'), diameter: 20 },
      { ...point(2, 'ok'), diameter: 31 },
    ];
    expect(statusChanges(drawn, points).map(({ id }) => id)).toEqual([2]);
  });

  it('a change of status is no change of place', () => {
    expect(samePlaces([point(1, 'ok')], [point(1, 'critical')])).toBe(true);
    expect(samePlaces([point(1, 'ok')], [point(2, 'ok')])).toBe(false);
  });
});
