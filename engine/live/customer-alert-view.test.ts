import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noAlerts } from '#schemas/alerting/counts.ts';
import { AlertState, type AlarmRow } from '#schemas/alerting/alert.ts';
import { severities } from '#schemas/alerting/severity.ts';
import { AlertDelta } from '#schemas/socket/live.ts';
import { runSync } from '#platform/clock/steps.ts';
import { CustomerAlertView } from './customer-alert-view.ts';

const row = (change: Partial<AlarmRow> = {}): AlarmRow => ({
  id: '1:2',
  alarm: 1,
  name: 'Busy line',
  kpi: 'itf_in_util',
  severity: 'critical',
  site: 5,
  siteName: 'Lyon',
  element: 2,
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
  ...change,
});

const show = (view: CustomerAlertView, rows: readonly AlarmRow[], at = 0) => {
  runSync(view.showSteps(new Map(rows.map((one) => [one.id, one])), { at }));
};

/** A screen: applies deltas to the state it began with. */
function applied(state: AlertState, deltas: readonly AlertDelta[]): AlertState {
  const alarms = new Map(state.alarms.map((one) => [one.id, one]));
  const sites = new Map(state.sites.map((one) => [one.site, one]));
  let { counts, at } = state;
  let seq = state.seq.alert;
  for (const delta of deltas) {
    expect(delta.seq).toBe(seq + 1);
    expect(delta.epoch).toBe(state.epoch);
    ({ seq, at } = delta);
    counts = delta.counts ?? counts;
    for (const id of delta.remove ?? []) alarms.delete(id);
    for (const one of delta.set ?? []) alarms.set(one.id, one);
    for (const one of delta.sites ?? []) {
      if (one.severity === null) sites.delete(one.site);
      else sites.set(one.site, one);
    }
  }
  return {
    ...state,
    at,
    counts,
    seq: { ...state.seq, alert: seq },
    alarms: [...alarms.values()],
    sites: [...sites.values()],
  };
}

const sorted = ({ alarms, sites, at, counts, seq }: AlertState) => ({
  at,
  counts,
  seq: seq.alert,
  alarms: [...alarms].sort((a, b) => a.id.localeCompare(b.id)),
  sites: [...sites].sort((a, b) => a.site - b.site),
});

const windows = fc.array(
  fc.uniqueArray(
    fc
      .record({
        alarm: fc.integer({ min: 1, max: 3 }),
        element: fc.integer({ min: 1, max: 4 }),
        value: fc.nat(99),
      })
      .map(({ alarm, element, value }) =>
        row({
          id: `${String(alarm)}:${String(element)}`,
          alarm,
          element,
          site: element % 2,
          severity: severities[alarm - 1] ?? 'minor',
          recent: [value],
        }),
      ),
    { selector: ({ id }) => id },
  ),
  { minLength: 1, maxLength: 12 },
);

describe('the deltas of a customer', () => {
  it('lead from any state to the newest one, however many windows went into one', () => {
    fc.assert(
      fc.property(windows, fc.nat(5), fc.integer({ min: 1, max: 3 }), (shown, begin, every) => {
        const view = new CustomerAlertView(7, 'run');
        const deltas: AlertDelta[] = [];
        let state = AlertState.parse(view.state());
        for (const [number, rows] of shown.entries()) {
          show(view, rows, number);
          if (number % every === 0)
            deltas.push(...view.takeDeltas().alert.map((delta) => AlertDelta.parse(delta)));
          if (number === begin) {
            view.takeDeltas();
            deltas.length = 0;
            state = AlertState.parse(view.state());
          }
        }
        deltas.push(...view.takeDeltas().alert);
        expect(sorted(applied(state, deltas))).toEqual(sorted(view.state()));
      }),
    );
  });

  it('count critical and major alarms, and name the worst severity of each site', () => {
    const view = new CustomerAlertView(7, 'run');
    show(view, [
      row(),
      row({ id: '2:2', alarm: 2, severity: 'major' }),
      row({ id: '3:3', alarm: 3, severity: 'minor', site: 6 }),
    ]);
    const { alert, count } = view.takeDeltas();
    expect(alert[0]).toMatchObject({
      counts: { critical: 1, warning: 1 },
      sites: [
        { site: 5, severity: 'critical', alarms: 2 },
        { site: 6, severity: 'minor', alarms: 1 },
      ],
    });
    expect(count[0]?.byAlarm.map(({ alarm, count }) => [alarm, count])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
  });

  it('report a window without changes too, for the age of the data', () => {
    const view = new CustomerAlertView(7, 'run');
    show(view, [], 1_000);
    expect(view.takeDeltas().alert).toEqual([
      { customer: 7, epoch: 'run', seq: 1, at: 1_000, counts: noAlerts },
    ]);
    expect(view.takeDeltas().alert).toEqual([]);
  });

  it('report a storm in several messages', () => {
    const view = new CustomerAlertView(7, 'run');
    show(
      view,
      Array.from({ length: 900 }, (_, element) => row({ id: `1:${String(element)}`, element })),
    );
    const { alert } = view.takeDeltas();
    expect(alert.map(({ set }) => set?.length)).toEqual([200, 200, 200, 200, 100]);
    expect(alert.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  });

  it('report a large storm in rounds, and a row that changes several times once', () => {
    const view = new CustomerAlertView(7, 'run');
    const rows = (window: number, count: number) =>
      Array.from({ length: count }, (_, element) => row({ id: `1:${String(element)}`, element, window }));
    const state = AlertState.parse(view.state());
    show(view, rows(1, 10_000));
    const first = view.takeDeltas().alert;
    expect(first.map(({ set }) => set?.length)).toEqual(Array.from({ length: 5 }, () => 200));
    expect(first[0]?.counts).toMatchObject({ critical: 10_000, warning: 0 });
    expect(view.hasPending).toBe(true);
    show(view, rows(2, 9_000));
    const published = [...first];
    while (view.hasPending) published.push(...view.takeDeltas().alert);
    expect(published.flatMap(({ set = [] }) => set)).toHaveLength(1_000 + 9_000);
    expect(sorted(applied(state, published))).toEqual(sorted(view.state()));
  });
});
