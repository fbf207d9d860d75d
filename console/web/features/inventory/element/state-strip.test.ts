import { describe, expect, it } from 'vitest';
import type { ElementMarks } from '#schemas/alerting/element-mark-routes.ts';
import { elementStateOf } from './element-state.ts';
import { stripParts, stripSlots, stripTotals } from './state-strip.ts';

type Run = ElementMarks['alarms'][number];
const run = (severity: Run['severity'], from: number, until: number | null): Run => ({
  alarm: 1,
  name: severity,
  element: 2,
  elementName: 'edge',
  severity,
  from,
  until,
});
const silence = (from: number, until: number | null) => ({
  silence: 1,
  reason: 'Works',
  maintenance: true,
  from,
  until,
});
const period = { from: 0, to: 400, slots: 4 };

describe('the strip of states', () => {
  it.each([
    ['is good without alarms', [], [], 0, ['ok', 'ok', 'ok', 'ok']],
    [
      'shows the worst alarm of a slot',
      [run('minor', 0, 250), run('critical', 120, 130)],
      [],
      0,
      ['minor', 'critical', 'minor', 'ok'],
    ],
    ['shows an alarm that runs up to its end', [run('major', 350, null)], [], 0, ['ok', 'ok', 'ok', 'major']],
    [
      'shows a silence where no alarm ran',
      [run('major', 0, 50)],
      [silence(0, 150)],
      0,
      ['major', 'maintenance', 'ok', 'ok'],
    ],
    ['shows nothing of before the element was there', [], [], 200, ['absent', 'absent', 'ok', 'ok']],
  ] as const)('%s', (_, alarms, silences, since, expected) => {
    const slots = stripSlots({ alarms: [...alarms], silences: [...silences] }, { ...period, since });
    expect(slots.map(({ state }) => state)).toEqual(expected);
  });

  it('joins slots of one state, and adds up their time', () => {
    const slots = stripSlots({ alarms: [run('critical', 100, 300)], silences: [] }, period);
    expect(stripParts(slots).map(({ from, to, state }) => [from, to, state])).toEqual([
      [0, 100, 'ok'],
      [100, 300, 'critical'],
      [300, 400, 'ok'],
    ]);
    expect(stripTotals(slots)).toEqual([
      ['critical', 200],
      ['ok', 200],
    ]);
  });
});

describe('the state of an element', () => {
  const silenced = { silence: 1, reason: '', maintenance: false, until: null } as never;
  it.each([
    ['is that of its worst alarm', [{ severity: 'minor' }, { severity: 'critical' }], false, 'critical'],
    [
      'leaves out what is silenced',
      [{ severity: 'critical', silenced }, { severity: 'minor' }],
      false,
      'minor',
    ],
    ['is silenced where every alarm is', [{ severity: 'critical', silenced }], false, 'silenced'],
    ['is good only where something would be noticed', [], true, 'unknown'],
    ['is good without alarms', [], false, 'ok'],
  ] as const)('%s', (_, alarms, isUnmonitored, expected) => {
    expect(elementStateOf({ alarms: [...alarms], isUnmonitored })).toBe(expected);
  });
});
