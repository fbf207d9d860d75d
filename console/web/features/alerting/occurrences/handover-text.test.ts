import { describe, expect, it } from 'vitest';
import type { Translate } from '#web/lib/text-types.ts';
import { handoverText } from './handover-text.ts';
import type { AlarmNote } from '#schemas/alerting/note-routes.ts';
import type { AlarmOccurrence } from './occurrences.ts';
import type { en } from './texts/en.ts';

/** The key and the values of each text. */
const text: Translate<typeof en> = (key, ...values) => [key, ...Object.values(values[0] ?? {})].join('|');

const HOUR = 3_600;
const noon = new Date('2026-03-10T12:00').getTime() / 1_000;

const anOccurrence = (of: Partial<AlarmOccurrence>): AlarmOccurrence => ({
  ...{ id: '1', instance: '1:7', name: 'Link saturated', kpi: 'itf_in_util', siteName: 'Rouen' },
  ...{ elementName: 'r1 ge-0/0/0', severity: 'major', raisedAt: noon, clearedAt: noon + HOUR },
  ...{ acknowledgedBy: null, assignedTo: null, notified: [], raises: 1 },
  ...of,
});

const linesOf = (
  occurrences: readonly AlarmOccurrence[],
  isFiltered = false,
  notes: readonly AlarmNote[] = [],
) =>
  handoverText(
    {
      ...{ customer: 'Acme', occurrences, isFiltered, notes },
      ...{ period: { from: noon - HOUR, to: noon + 4 * HOUR }, end: noon + 4 * HOUR },
    },
    { text, severityName: (severity) => severity, language: 'en' },
  ).split('\n');

describe('the hand-over summary', () => {
  it('counts by severity, and lists what runs unacknowledged, the longest and the most frequent', () => {
    const lines = linesOf([
      anOccurrence({ severity: 'critical', name: 'Device down', instance: '2:8', clearedAt: null }),
      anOccurrence({ clearedAt: null, acknowledgedBy: 'Ada', instance: '3:9', name: 'Link busy' }),
      anOccurrence({ raises: 3 }),
      anOccurrence({ raises: 3, raisedAt: noon + 2 * HOUR, clearedAt: noon + 2 * HOUR + 60 }),
    ]);
    expect(lines.slice(1)).toEqual(
      [
        'handoverCounts|4|critical 1, major 3, minor 0',
        '',
        'handoverRunning|1',
        '- CRITICAL · Device down · Rouen · r1 ge-0/0/0, handoverSince|10 Mar, 12:00',
        '',
        'handoverLongest',
        '- 4 h: CRITICAL · Device down · Rouen · r1 ge-0/0/0',
        '- 4 h: MAJOR · Link busy · Rouen · r1 ge-0/0/0',
        '- 1 h: MAJOR · Link saturated · Rouen · r1 ge-0/0/0',
        '- 1 min: MAJOR · Link saturated · Rouen · r1 ge-0/0/0',
        '',
        'handoverFlapping',
        '- handoverTimes|3: MAJOR · Link saturated · Rouen · r1 ge-0/0/0',
        '',
      ].map((line) => line.replace(/(\d) (h|min):/, '$1\u00A0$2:')),
    );
    expect(lines[0]).toContain('handoverTitle|Acme|10 Mar');
  });

  it('says when filters hide alarms, and counts those beyond ten', () => {
    const many = Array.from({ length: 12 }, (_, index) =>
      anOccurrence({ instance: `1:${String(index)}`, clearedAt: null }),
    );
    const lines = linesOf(many, true);
    expect(lines).toContain('handoverFiltered');
    expect(lines).toContain('- handoverMore|2');
  });

  it('has the notes on its alarms, each in one line with time and author, and no others', () => {
    const note = (of: Partial<AlarmNote>): AlarmNote => ({
      ...{ id: 1, alarm: 1, element: 7, since: noon, text: 'on\n site', by: 'Ben', at: noon * 1_000 },
      ...{ deletableUntil: null },
      ...of,
    });
    const lines = linesOf([anOccurrence({})], true, [
      note({}),
      note({ since: noon - 1 }),
      note({ element: 8 }),
    ]);
    expect(lines.slice(lines.indexOf('handoverNotes'))[1]).toBe(
      '- 10 Mar, 12:00, Ben: on site (MAJOR · Link saturated · Rouen · r1 ge-0/0/0)',
    );
    expect(lines.filter((line) => line.includes('Ben'))).toHaveLength(1);
  });
});
