import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembledStates } from '#tests/fixtures/engine/read-states.ts';
import { AlertStatePage, type AlarmRow, type AlertState } from './alert.ts';
import { noAlerts } from './counts.ts';
import { alertStatePages } from './state-pages.ts';

const row = (element: number): AlarmRow => ({
  id: `1:${String(element)}`,
  alarm: 1,
  name: 'Busy line',
  kpi: 'itf_in_util',
  severity: 'critical',
  site: 5,
  siteName: 'Lyon',
  element,
  elementName: 'ge-0/0/0',
  elementKind: 'interface',
  operator: '>',
  threshold: 80,
  thresholdFrom: 'alarm',
  outliers: 1,
  measures: 1,
  recent: [90],
  window: 0,
  length: 300,
  since: 0,
});

const state = (customer: number, sites: number, alarms: number): AlertState => ({
  customer,
  epoch: 'run',
  seq: { alert: 7, count: 3 },
  at: 1,
  counts: noAlerts,
  byAlarm: [],
  sites: Array.from({ length: sites }, (_, site) => ({ site, severity: 'critical', alarms: 1 })),
  alarms: Array.from({ length: alarms }, (_, element) => row(element)),
});

describe('the pages of a state', () => {
  it('make up the state again, and are never larger than what is read at once', () => {
    const sizes = fc.tuple(fc.nat(450), fc.nat(900));
    fc.assert(
      fc.property(fc.array(sizes, { maxLength: 6 }), (customers) => {
        const states = customers.map(([sites, alarms], index) => state(index + 1, sites, alarms));
        const pages = [...alertStatePages(states)].map((page) => AlertStatePage.parse(page));
        expect(assembledStates(pages.flatMap(({ parts }) => parts))).toEqual(states);
        expect(pages.map(({ page }) => page)).toEqual(pages.map((_, index) => index));
        expect(pages.map(({ isLast }) => isLast)).toEqual(
          pages.map((_, index) => index === pages.length - 1),
        );
        for (const { parts } of pages) {
          const rows = parts.reduce((sum, { sites, alarms }) => sum + sites.length + alarms.length, 0);
          expect(rows).toBeLessThanOrEqual(200);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('have the heads of all customers before any row', () => {
    const parts = [...alertStatePages([state(1, 3, 300), state(2, 3, 300)])].flatMap((page) => page.parts);
    const firstRow = parts.findIndex(({ head }) => head === undefined);
    expect(parts.slice(firstRow).every(({ head }) => head === undefined)).toBe(true);
    expect(firstRow).toBe(2);
  });
});
