import { describe, expect, it } from 'vitest';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { aShownAlarm, aSite } from '../testing/alerts.ts';
import { foldAlarms } from './fold-alarms.ts';

/** `<id>` or `<id> < <id of its parent>`. */
function alarmsOf(...given: readonly string[]): readonly AlarmRow[] {
  return given.map((text) => {
    const [id = '', parent] = text.split(' < ');
    const row = { ...aShownAlarm(0, aSite(0), 1_000), id };
    if (parent === undefined) return row;
    const [alarm = 0, element = 0] = parent.split(':').map(Number);
    return { ...row, parent: { alarm, element, relation: 'device', since: 1 } };
  });
}

const drawn = (alarms: readonly AlarmRow[], ...expanded: readonly string[]): readonly string[] => {
  const { rows, places } = foldAlarms(alarms, new Set(expanded));
  return rows.map(({ id }) => {
    const { level, explains } = places.get(id) ?? { level: 1, explains: 0 };
    return `${'-'.repeat(level)} ${id} ${String(explains)}`;
  });
};

/** A router at a site that is down, another one of the site, and a port of each. */
const alarms = alarmsOf('2:21 < 1:2', '1:1', '2:11 < 1:1', '7:9', '1:2 < 1:1');

describe('alarms that another one explains', () => {
  it('are folded under it with their number', () => {
    expect(drawn(alarms)).toEqual(['- 1:1 3', '- 7:9 0']);
  });

  it('follow it in the given order where it is expanded, level by level', () => {
    expect(drawn(alarms, '1:1')).toEqual(['- 1:1 3', '-- 2:11 0', '-- 1:2 1', '- 7:9 0']);
    expect(drawn(alarms, '1:1', '1:2')).toEqual([
      '- 1:1 3',
      '-- 2:11 0',
      '-- 1:2 1',
      '--- 2:21 0',
      '- 7:9 0',
    ]);
    expect(drawn(alarms, '1:2')).toEqual(['- 1:1 3', '- 7:9 0']);
  });

  it('are rows of their own while the alarm that explains them is not in the table', () => {
    const shown = alarms.filter(({ id }) => id !== '1:1');
    expect(drawn(shown)).toEqual(['- 2:11 0', '- 7:9 0', '- 1:2 1']);
  });

  it('are never lost, whatever is expanded', () => {
    const all = alarms.map(({ id }) => id);
    const { rows, places } = foldAlarms(alarms, new Set(all));
    expect(rows.map(({ id }) => id).toSorted()).toEqual(all.toSorted());
    expect(places.size).toBe(all.length);
  });

  it('are shown if they explain each other, since one of them has not changed yet', () => {
    expect(drawn(alarmsOf('1:1 < 1:2', '1:2 < 1:1', '3:3 < 3:3'))).toEqual(['- 1:1 1', '- 3:3 0']);
  });

  it('change nothing in a list without them', () => {
    const plain = alarmsOf('1:1', '2:1');
    expect(foldAlarms(plain, new Set(['1:1'])).rows).toBe(plain);
  });
});
