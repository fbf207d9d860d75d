import { describe, expect, it } from 'vitest';
import { toSilenceForm, newForm, readForm, type SilenceForm } from './silence-form.ts';

const NOW = Date.UTC(2027, 0, 4, 10);
const good: SilenceForm = { ...newForm({ alarms: [7] }, NOW), reason: 'router upgrade' };
const drafted = (change: Partial<SilenceForm> = {}) => readForm({ ...good, ...change }, NOW);

describe('the form of a silence', () => {
  it('lasts one hour from now, once', () => {
    expect(drafted()).toEqual({
      ok: true,
      draft: {
        match: { alarms: [7], severities: [], sites: [], elements: [] },
        reason: 'router upgrade',
        startsAt: NOW,
        endsAt: NOW + 3_600_000,
        recurrence: null,
        maintenance: false,
      },
    });
  });

  it.each([
    [
      { every: 'day', interval: 2 },
      { every: 'day', interval: 2 },
    ],
    [
      { every: 'week', weekdays: [7, 2] },
      { every: 'week', weekdays: [2, 7] },
    ],
    [
      { every: 'month', on: 'day:-1' },
      { every: 'month', on: { day: -1 } },
    ],
    [
      { every: 'month', on: 'nth:2:5' },
      { every: 'month', on: { nth: 2, weekday: 5 } },
    ],
  ] as const)('with %j repeats as %j', (change, recurrence) => {
    const read = drafted({ ...change, zone: 'Europe/Paris', end: '' });
    expect(read).toMatchObject({ ok: true, draft: { endsAt: null, recurrence } });
  });

  it.each([
    [{ reason: ' ' }, ['reason']],
    [{ end: '' }, ['end']],
    [{ start: '' }, ['start']],
    [{ end: good.start }, ['end']],
    [{ every: 'week', weekdays: [] }, ['weekdays']],
    [{ every: 'day', time: '' }, ['time']],
    [{ every: 'day', zone: 'Nowhere' }, ['zone']],
    [{ start: '2026-01-01T00:00', end: '2026-01-02T00:00' }, ['end']],
  ] as const)('with %j has the faults %j', (change, faults) => {
    expect(drafted(change as Partial<SilenceForm>)).toEqual({ ok: false, faults });
  });

  it('of an existing silence gives the same silence', () => {
    for (const on of ['day:-1', 'nth:2:5']) {
      const read = drafted({ every: 'month', on, minutes: 90, zone: 'Europe/Paris' });
      if (!read.ok) throw new Error('the form is invalid');
      expect(readForm(toSilenceForm({ ...read.draft, customer: 1 }), NOW)).toEqual(read);
    }
  });
});
