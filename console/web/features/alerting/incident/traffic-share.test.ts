import { describe, expect, it } from 'vitest';
import type { ElementTraffic } from '#schemas/alerting/traffic.ts';
import { shareIn } from './traffic-share.ts';

const traffic = (name: string | null, bytes: number, total = 100): Pick<ElementTraffic, 'divisions'> => ({
  divisions: [
    {
      by: 'conversation',
      total: { bytes: total, packets: 1 },
      parts: [{ name: 'Paris', bytes: 90, packets: 1 }],
    },
    { by: 'application', total: { bytes: total, packets: 1 }, parts: [{ name, bytes, packets: 1 }] },
  ],
});

describe('the application that an incident names', () => {
  it.each([
    [
      'is the largest one, of all bytes of the line',
      traffic('backup', 48),
      { application: 'backup', percent: 48 },
    ],
    ['is none that is little of it', traffic('web', 24), undefined],
    ['is none without a name', traffic(null, 90), undefined],
    ['is none without traffic', traffic('web', 0, 0), undefined],
    ['is none without flows', { divisions: [] }, undefined],
  ])('%s', (_, given, expected) => {
    expect(shareIn(given)).toEqual(expected);
  });
});
