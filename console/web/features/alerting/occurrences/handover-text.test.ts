import { describe, expect, it } from 'vitest';
import type { Translate } from '#web/lib/text-types.ts';
import type { AlarmIncident } from '#schemas/alerting/incident/incident.ts';
import type { AlarmOccurrence, Handover } from '#schemas/alerting/occurrences.ts';
import { handoverText } from './handover-text.ts';
import type { en } from './texts/en.ts';

/** The key and the values of each text. */
const text: Translate<typeof en> = (key, ...values) => [key, ...Object.values(values[0] ?? {})].join('|');

const HOUR = 3_600;
const noon = new Date('2026-03-10T12:00').getTime() / 1_000;

const anOccurrence = (of: Partial<AlarmOccurrence>): AlarmOccurrence => ({
  id: '1:7:0',
  alarm: 1,
  element: 7,
  site: 3,
  name: 'Link saturated',
  kpi: 'itf_in_util',
  siteName: 'Rouen',
  elementName: 'r1 ge-0/0/0',
  severity: 'major',
  raisedAt: noon,
  clearedAt: noon + HOUR,
  acknowledgedBy: null,
  assignedTo: null,
  notified: [],
  raises: 1,
  ...of,
});

const nothing: Handover = {
  total: 0,
  counts: { critical: 0, major: 0, minor: 0 },
  unhandled: 0,
  running: [],
  longest: [],
  flapping: [],
  notes: [],
  noted: 0,
  isNotedCut: false,
};

const linesOf = (of: Partial<Parameters<typeof handoverText>[0]>, isFiltered = false) =>
  handoverText(
    {
      ...nothing,
      ...of,
      customer: 'Acme',
      isFiltered,
      period: { from: noon - HOUR, to: noon + 4 * HOUR },
    },
    { text, severityName: (severity) => severity, language: 'en' },
  ).split('\n');

describe('the hand-over summary', () => {
  it('has each incident of the period in a sentence, with its owner, and how many more there are', () => {
    const incident: AlarmIncident = {
      id: '3:0:1',
      site: 3,
      siteName: 'Rouen',
      severity: 'critical',
      start: noon,
      end: noon + HOUR,
      alarms: 1,
      running: 0,
      elements: 1,
      main: {
        alarm: 1,
        element: 7,
        name: 'Device down',
        kpi: 'cpe_avail',
        elementName: 'r1',
        severity: 'critical',
        raisedAt: noon,
        clearedAt: noon + HOUR,
      },
      owner: 'Ben',
      acknowledgedBy: null,
    };
    const lines = linesOf({
      incidents: { total: 12, incidents: Array.from({ length: 12 }, () => incident) },
    });
    const sentence = '- Rouen: Device down on r1, over after 1\u00A0h, handoverAssigned|Ben';
    expect(lines.filter((line) => line === sentence)).toHaveLength(10);
    expect(lines.slice(3, 5)).toEqual(['handoverIncidents|12', sentence]);
    expect(lines[14]).toBe('- handoverMore|2');
    expect(linesOf({ incidents: { total: 0, incidents: [] } })).toEqual(linesOf({}));
  });

  it('counts by severity, and lists what runs unacknowledged, the longest and the most frequent', () => {
    const down = anOccurrence({
      severity: 'critical',
      name: 'Device down',
      clearedAt: null,
      assignedTo: 'Ben',
    });
    const lines = linesOf({
      total: 4,
      counts: { critical: 1, major: 3, minor: 0 },
      unhandled: 1,
      running: [down],
      longest: [down, anOccurrence({})],
      flapping: [anOccurrence({ raises: 3 })],
    });
    expect(lines.slice(1)).toEqual(
      [
        'handoverCounts|4|critical 1, major 3, minor 0',
        '',
        'handoverRunning|1',
        '- CRITICAL · Device down · Rouen · r1 ge-0/0/0, handoverSince|10 Mar, 12:00, handoverAssigned|Ben',
        '',
        'handoverLongest',
        '- 4 h: CRITICAL · Device down · Rouen · r1 ge-0/0/0',
        '- 1 h: MAJOR · Link saturated · Rouen · r1 ge-0/0/0',
        '',
        'handoverFlapping',
        '- handoverTimes|3: MAJOR · Link saturated · Rouen · r1 ge-0/0/0',
        '',
      ].map((line) => line.replace(/(\d) (h|min):/, '$1\u00A0$2:')),
    );
    expect(lines[0]).toContain('handoverTitle|Acme|10 Mar');
  });

  it('says when filters hide alarms, and counts those that it does not list', () => {
    const lines = linesOf(
      { unhandled: 12, running: Array.from({ length: 10 }, () => anOccurrence({})) },
      true,
    );
    expect(lines).toContain('handoverFiltered');
    expect(lines).toContain('- handoverMore|2');
  });

  it('has the notes on its alarms, each in one line with time and author', () => {
    const note = {
      id: 1,
      alarm: 1,
      element: 7,
      since: noon,
      text: 'on\n site',
      by: 'Ben',
      at: noon * 1_000,
      deletableUntil: null,
      on: anOccurrence({}),
    };
    const lines = linesOf({ notes: [note], noted: 3 });
    expect(lines.slice(lines.indexOf('handoverNotes')).slice(1, 3)).toEqual([
      '- 10 Mar, 12:00, Ben: on site (MAJOR · Link saturated · Rouen · r1 ge-0/0/0)',
      '- handoverMore|2',
    ]);
  });

  it('says that earlier notes are not listed, also where none of those that were read is about it', () => {
    const cut = { noted: 0, isNotedCut: true };
    expect(linesOf(cut).slice(linesOf(cut).indexOf('handoverNotes')).slice(0, 2)).toEqual([
      'handoverNotes',
      '- handoverNotesCut',
    ]);
    expect(linesOf({ noted: 0 })).not.toContain('handoverNotes');
  });
});
