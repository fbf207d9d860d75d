import { describe, expect, it } from 'vitest';
import { silenceAppliesTo, silencedAt, silenceStateAt, type SilenceTarget } from './rules.ts';
import { SilenceDraft, type Silence } from './silence.ts';

const target: SilenceTarget = {
  customer: 1,
  alarm: 7,
  severity: 'major',
  site: 20,
  element: 300,
  device: 30,
};

const aSilence = ({ match, ...change }: Partial<Silence> & { match?: object } = {}): Silence => ({
  id: 1,
  customer: 1,
  match: { alarms: [], severities: [], sites: [], elements: [], ...match },
  reason: 'work',
  author: 'Ada',
  startsAt: 1_000,
  endsAt: 2_000,
  recurrence: null,
  maintenance: false,
  ...change,
});

describe('a silence', () => {
  it.each([
    ['without matchers', {}, true],
    ['of the alarm, among others', { alarms: [1, 7] }, true],
    ['of another alarm', { alarms: [1] }, false],
    ['of the alarm and its site', { alarms: [7], sites: [20] }, true],
    ['of the alarm on another site', { alarms: [7], sites: [21] }, false],
    ['of another severity', { severities: ['critical' as const] }, false],
    ['of the element', { elements: [300] }, true],
    ['of the device of the interface', { elements: [30] }, true],
    ['of another element of the site', { sites: [20], elements: [301] }, false],
  ])('%s applies to an alarm: %s', (_, match, expected) => {
    expect(silenceAppliesTo(aSilence({ match: match as Silence['match'] }), target)).toBe(expected);
  });

  it('of a customer does not apply to another customer, one of the provider applies to all', () => {
    expect(silenceAppliesTo(aSilence({ customer: 2 }), target)).toBe(false);
    expect(silenceAppliesTo(aSilence({ customer: null }), target)).toBe(true);
  });
});

describe('an alarm', () => {
  const short = aSilence({ id: 1, endsAt: 1_500 });
  const long = aSilence({ id: 2, endsAt: 2_500 });
  it.each([
    [999, undefined],
    [1_000, { id: 2, until: 2_500 }],
    [2_499, { id: 2, until: 2_500 }],
    [2_500, undefined],
  ])('at %i is silenced by the silence that lasts longest', (at, expected) => {
    const found = silencedAt([short, long, aSilence({ customer: 9, endsAt: 9_000 })], target, at);
    expect(found && { id: found.silence.id, until: found.until }).toEqual(expected);
  });
});

describe('the state of a silence', () => {
  const nightly = { every: 'day', interval: 1, time: '00:00', minutes: 60, zone: 'UTC' } as const;
  const HOUR = 3_600_000;
  it.each([
    [aSilence(), 999, 'planned'],
    [aSilence(), 1_000, 'active'],
    [aSilence(), 2_000, 'over'],
    [aSilence({ startsAt: 24 * HOUR, endsAt: null, recurrence: nightly }), HOUR, 'planned'],
    [aSilence({ startsAt: 24 * HOUR, endsAt: null, recurrence: nightly }), 24.5 * HOUR, 'active'],
    [aSilence({ startsAt: 24 * HOUR, endsAt: null, recurrence: nightly }), 26 * HOUR, 'waiting'],
    [aSilence({ startsAt: 24 * HOUR, endsAt: 40 * HOUR, recurrence: nightly }), 26 * HOUR, 'over'],
  ])('%#', (silence, at, expected) => {
    expect(silenceStateAt(silence, at)).toBe(expected);
  });
});

describe('a silence is rejected', () => {
  const { id: _, customer: __, author: ___, ...good } = aSilence();
  it.each([
    ['that ends before it starts', { endsAt: 1_000 }, 'endsAt'],
    ['without an end, unless it recurs', { endsAt: null }, 'endsAt'],
    ['without a reason', { reason: ' ' }, 'reason'],
  ])('%s', (_, change, path) => {
    expect(SilenceDraft.safeParse(good).success).toBe(true);
    expect(SilenceDraft.safeParse({ ...good, ...change }).error?.issues[0]?.path.join('.')).toBe(path);
  });
});
