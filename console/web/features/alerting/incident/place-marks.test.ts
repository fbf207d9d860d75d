import { describe, expect, it } from 'vitest';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { placeMarks } from './place-marks.ts';

const row = (more: Partial<AlarmRow>): AlarmRow =>
  ({ id: '1:1', alarm: 1, element: 1, site: 5, since: 60, severity: 'major', ...more }) as AlarmRow;
const main = row({});
const marksOf = (...others: readonly AlarmRow[]): string => placeMarks([main, ...others], main);

describe('what an incident is read again for', () => {
  it.each<[string, AlarmRow]>([
    ['an alarm that is raised at its site', row({ id: '1:2', element: 2 })],
    ['a severity', row({ id: '1:2', element: 2, severity: 'critical' })],
    [
      'an acknowledgement',
      row({
        id: '1:2',
        element: 2,
        acknowledged: { by: 'Ada', at: 70_000, note: '', until: null, untilWorse: false },
      }),
    ],
    [
      'an assignment',
      row({
        id: '1:2',
        element: 2,
        assigned: { to: { kind: 'user', id: 1, name: 'Ada' }, by: 'Ben', at: 80_000 },
      }),
    ],
  ])('is %s', (_, other) => {
    expect(marksOf(other)).not.toBe(marksOf());
    expect(marksOf(other)).not.toBe(marksOf(row({ id: '1:2', element: 3, since: 0 })));
  });

  it('is not another value, another order, or an alarm of another site or cluster', () => {
    const other = row({ id: '1:2', element: 2 });
    expect(placeMarks([other, row({ recent: [1] })], main)).toBe(marksOf(other));
    expect(marksOf(row({ id: '1:3', site: 6 }), row({ id: '1:4', element: 4, site: 0 }))).toBe(marksOf());
    const cluster = row({ id: '2:9', element: 9, site: 0 });
    const another = row({ id: '2:8', element: 8, site: 0 });
    expect(placeMarks([cluster, another], cluster)).toBe(placeMarks([cluster], cluster));
  });
});
