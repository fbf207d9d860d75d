import { describe, expect, it } from 'vitest';
import { noAlerts } from '#schemas/alerting/counts.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { AlertSnapshot } from '#schemas/alerting/routes.ts';
import { applyAlert } from './apply-alert.ts';

const alarm = (id: string): AlarmRow => ({
  id,
  alarm: 1,
  name: 'Link busy',
  kpi: 'itf_in_util',
  severity: 'major',
  site: 1,
  siteName: 'Paris',
  element: 2,
  elementName: 'Gi0/0',
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
const state: AlertSnapshot = {
  position: { epoch: 'a', seq: 1, at: 1 },
  counts: { ...noAlerts, warning: 2 },
  sites: [
    { site: 1, name: 'Paris', city: 'Paris', latitude: 48, longitude: 2, severity: 'major', alarms: 2 },
  ],
  bounds: null,
  alarms: [alarm('1:1'), alarm('1:2')],
};
const delta = { epoch: 'a', seq: 2, at: 9, customer: 1 };

describe('the alerts of a customer after a delta', () => {
  it('holds raised alarms and no cleared ones', () => {
    const next = applyAlert(state, [{ ...delta, set: [alarm('1:3')], remove: ['1:1'] }]);
    expect(next.alarms.map(({ id }) => id)).toEqual(['1:2', '1:3']);
  });

  it('applies several deltas in order', () => {
    const next = applyAlert(state, [
      { ...delta, set: [alarm('1:3')], remove: ['1:1'], counts: { ...noAlerts, warning: 2 } },
      { ...delta, seq: 3, remove: ['1:3'], set: [alarm('1:1')] },
    ]);
    expect(next.alarms.map(({ id }) => id)).toEqual(['1:2', '1:1']);
    expect(next.counts).toMatchObject({ critical: 0, warning: 2 });
    expect(next.position.seq).toBe(3);
  });

  it('changes the status of a site and keeps its name and place', () => {
    const next = applyAlert(state, [{ ...delta, sites: [{ site: 1, severity: null, alarms: 0 }] }]);
    expect(next.sites[0]).toEqual({ ...state.sites[0], severity: null, alarms: 0 });
  });

  it('keeps the time of its data', () => {
    expect(applyAlert(state, [delta]).position).toEqual({ epoch: 'a', seq: 2, at: 9 });
  });

  it('keeps the identity of what did not change, so that nothing is drawn again', () => {
    const next = applyAlert(state, [{ ...delta, counts: { ...noAlerts, critical: 1, warning: 2 } }]);
    expect(next.alarms).toBe(state.alarms);
    expect(next.sites).toBe(state.sites);
  });
});
