import { describe, expect, it } from 'vitest';
import { estimatedCost, requestsPerPoll } from './cost.ts';

describe('the requests of a poller in one poll of a device', () => {
  it.each([
    ['one object shares its request with 47 others', { objects: 1, walks: false }, 1 / 48],
    ['48 objects fill one', { objects: 48, walks: false }, 1],
    ['rows of a table are found once in twelve polls', { objects: 48, walks: true }, 1 + 2 / 12],
    ['a table without rows is still searched', { objects: 0, walks: true }, 1 / 12],
  ])('are few: %s', (_, load, requests) => {
    expect(requestsPerPoll(load)).toBeCloseTo(requests, 10);
  });

  it('are more for an agent that takes fewer objects at once', () => {
    expect(requestsPerPoll({ objects: 12, walks: false }, 4)).toBe(3);
  });
});

describe('the estimated cost of a poller', () => {
  const network = { devices: 96, interfaces: 480 };

  it('is one object per device', () => {
    expect(estimatedCost({ level: 'device', walks: false, rows: 7 }, network)).toEqual({
      objects: 96,
      requests: 2,
    });
  });

  it('is one object per interface', () => {
    expect(estimatedCost({ level: 'interface', walks: false, rows: 7 }, network)).toEqual({
      objects: 480,
      requests: 10,
    });
  });

  it('is one object per row of a table, and the search of the rows', () => {
    const { objects, requests } = estimatedCost({ level: 'device', walks: true, rows: 24 }, network);
    expect(objects).toBe(96 * 24);
    expect(requests).toBeCloseTo(96 * (24 / 48 + 1 / 12), 10);
  });

  it('is nothing without devices', () => {
    expect(estimatedCost({ level: 'device', walks: true, rows: 24 }, { devices: 0, interfaces: 0 })).toEqual({
      objects: 0,
      requests: 0,
    });
  });
});
