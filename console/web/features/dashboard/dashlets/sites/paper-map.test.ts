import { describe, expect, it } from 'vitest';
import { pointBounds, mapPoints } from './map-points.ts';
import { landPath, projectionOf } from './paper-map.ts';

const size = { width: 400, height: 300 };

describe('a map on paper', () => {
  it('has every site within its edges, north above south and west left of east', () => {
    const places = [
      { longitude: 2.35, latitude: 48.86 },
      { longitude: -1.55, latitude: 47.22 },
      { longitude: 151.2, latitude: -33.87 },
    ];
    const project = projectionOf(pointBounds(places) ?? [0, 0, 1, 1], size);
    const placed = places.map(({ longitude, latitude }) => project(longitude, latitude));
    for (const [x, y] of placed) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(size.width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(size.height);
    }
    const names = ['Paris', 'Nantes', 'Sydney'];
    const along = (axis: 0 | 1) =>
      names.toSorted(
        (one, other) =>
          (placed[names.indexOf(one)]?.[axis] ?? 0) - (placed[names.indexOf(other)]?.[axis] ?? 0),
      );
    expect(along(0)).toEqual(['Nantes', 'Paris', 'Sydney']);
    expect(along(1)).toEqual(['Paris', 'Nantes', 'Sydney']);
  });

  it('shows a single site in the middle of its surroundings', () => {
    const bounds = pointBounds([{ longitude: 5, latitude: 45 }]);
    expect(bounds).toEqual([4.75, 44.75, 5.25, 45.25]);
    const [x, y] = projectionOf(bounds ?? [0, 0, 1, 1], size)(5, 45);
    expect([Math.round(x), Math.round(y)]).toEqual([200, 150]);
  });

  it('draws the land that is in the box and no other', () => {
    const project = projectionOf([0, 0, 10, 10], size);
    const near = [
      [1, 1],
      [9, 1],
      [5, 9],
    ] as const;
    const far = near.map(([east, north]) => [east + 100, north] as const);
    expect(landPath([near], project, size)).toMatch(/^M[\d.]+ [\d.]+L[\d.]+ [\d.]+L[\d.]+ [\d.]+Z$/);
    expect(landPath([far], project, size)).toBe('');
  });
});

it('a site without a position is no point of a map', () => {
  const site = {
    id: 1,
    name: 'Lyon',
    city: 'Lyon',
    status: 'ok' as const,
    value: null,
    alarms: 0,
    sized: null,
  };
  const options = { valueOf: () => '', sizes: undefined };
  expect(mapPoints([{ ...site, position: undefined }], options)).toEqual([]);
});
