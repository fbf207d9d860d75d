import { describe, expect, it } from 'vitest';
import type { Silence } from '#schemas/silence/silence.ts';
import { ActiveSilences } from './active-silences.ts';

const target = { customer: 1, alarm: 1, severity: 'major', site: 1, element: 2, device: 2 } as const;
const nightly: Silence = {
  id: 1,
  customer: 1,
  match: { alarms: [], severities: [], sites: [], elements: [] },
  reason: 'backup',
  maintenance: true,
  author: 'Ada',
  startsAt: Date.parse('2027-01-01T00:00Z'),
  endsAt: null,
  recurrence: { every: 'day', interval: 1, time: '02:30', minutes: 60, zone: 'Europe/Paris' },
};

/** Looks once a minute, as an engine that runs through the night does; returns the minutes at which something changed. */
function changes(from: string, to: string): string[] {
  const now = new ActiveSilences();
  const found: string[] = [];
  let before = false;
  for (let at = Date.parse(from); at < Date.parse(to); at += 60_000) {
    const silenced = now.at([nightly], at).find(target) !== undefined;
    if (silenced !== before)
      found.push(`${silenced ? 'silenced' : 'unsilenced'} ${new Date(at).toISOString().slice(5, 16)}`);
    before = silenced;
  }
  return found;
}

describe('a maintenance window of every night at 02:30 in Paris', () => {
  it('is an hour in the night in which 02:30 is left out, and its own hour before and after', () => {
    expect(changes('2027-03-27T00:00Z', '2027-03-30T00:00Z')).toEqual([
      'silenced 03-27T01:30',
      'unsilenced 03-27T02:30',
      'silenced 03-28T01:30',
      'unsilenced 03-28T02:30',
      'silenced 03-29T00:30',
      'unsilenced 03-29T01:30',
    ]);
  });

  it('comes once in the night in which 02:30 comes twice', () => {
    expect(changes('2027-10-30T00:00Z', '2027-11-02T00:00Z')).toEqual([
      'silenced 10-30T00:30',
      'unsilenced 10-30T01:30',
      'silenced 10-31T00:30',
      'unsilenced 10-31T01:30',
      'silenced 11-01T01:30',
      'unsilenced 11-01T02:30',
    ]);
  });
});

describe('the next change', () => {
  it('is the first of all silences, and none when nothing changes any more', () => {
    const over = { ...nightly, recurrence: null, endsAt: nightly.startsAt + 1 };
    const at = Date.parse('2027-06-01T12:00Z');
    expect(new ActiveSilences().at([over, nightly], at).changesAt).toBe(Date.parse('2027-06-02T00:30Z'));
    expect(new ActiveSilences().at([over], at).changesAt).toBe(Infinity);
  });
});
