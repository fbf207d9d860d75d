import { describe, expect, it } from 'vitest';
import { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { libraryDirectory } from '#schemas/kpi/directory.ts';
import { dashletFaults } from './document-faults.ts';

const top = { kind: 'top', count: 5 } as const;
const table = (settings: object): Dashlet =>
  Dashlet.parse({
    id: 'a',
    type: 'table',
    title: '',
    place: { x: 0, y: 0, width: 6, height: 6 },
    settings,
  });

describe('an aggregation that the kind of a KPI does not have', () => {
  it('is named at its field with what is shown in its place, and the dashlet is shown', () => {
    const series = [{ kpi: 'itf_in_bps', aggregation: 'sum', over: 'average' }];
    const dashlet = table({ keys: ['site'], breakdown: top, series });
    expect(dashletFaults(dashlet, libraryDirectory, 'en')).toEqual([
      {
        path: 'settings.series.0.aggregation',
        message: '“Sum” over time does not exist for a rate: the average is shown.',
        isShown: true,
      },
      {
        path: 'settings.series.0.over',
        message: '“Average” over elements does not exist for a rate: the sum is shown.',
        isShown: true,
      },
    ]);
  });
});

describe('a KPI that does not fit what the dashlet requests', () => {
  it.each([
    [
      { keys: ['tunnel'], breakdown: top },
      'itf_in_util',
      /^“Inbound utilisation” has no values by these rows/,
    ],
    [{ keys: ['area', 'application'], breakdown: top }, 'app_bytes', /not by all of them together/],
    [{ conversationMode: true }, 'itf_in_util', /Switch the conversation mode off, or choose a KPI of flows/],
    [{ keys: ['conversation'], breakdown: top }, 'app_bytes', /needs the conversation mode. Switch it on/],
    [
      { keys: ['site', 'application'], breakdown: { kind: 'list', ids: [1] } },
      'app_bytes',
      /another entry under “Show”/,
    ],
  ])('is named at its field, with what to change: %j of %s', (settings, kpi, sentence) => {
    const dashlet = table({ ...settings, series: [{ kpi }] });
    expect(dashletFaults(dashlet, libraryDirectory, 'en')).toEqual([
      { path: 'settings.series.0.kpi', message: expect.stringMatching(sentence) },
    ]);
    const [french] = dashletFaults(dashlet, libraryDirectory, 'fr');
    expect(french?.message).toContain(libraryDirectory.get(kpi)?.fr);
  });

  it('has no fault when it does not exist any more', () => {
    const dashlet = table({ series: [{ kpi: 'deleted' }], conversationMode: true });
    expect(dashletFaults(dashlet, libraryDirectory, 'en')).toEqual([]);
  });
});
