import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alertStatePages } from '#schemas/alerting/state-pages.ts';
import type { AlarmRow, AlertState } from '#schemas/alerting/alert.ts';
import { noAlerts } from '#schemas/alerting/counts.ts';
import type { AlertDelta, CountDelta } from '#schemas/socket/live.ts';
import { StateAssembly } from './state-assembly.ts';

const row = (element: number, window: number): AlarmRow => ({
  id: `1:${String(element)}`,
  alarm: 1,
  name: 'Busy line',
  kpi: 'itf_in_util',
  severity: 'critical',
  site: element % 7,
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
  window,
  length: 300,
  since: 0,
});

/** An engine's customer: each change is a delta and a count. */
class Changing {
  readonly #alarms = new Map<string, AlarmRow>();
  readonly #seq = { alert: 0, count: 0 };
  #sites: AlertState['sites'] = [];

  change(window: number, elements: readonly number[]): readonly [AlertDelta, CountDelta] {
    const set = elements.map((element) => row(element, window));
    const remove = [...this.#alarms.keys()].filter((id) => !set.some((one) => one.id === id));
    for (const id of remove) this.#alarms.delete(id);
    for (const one of set) this.#alarms.set(one.id, one);
    this.#sites = [0, 1, 2].map((site) => ({ site, severity: 'critical', alarms: window + site }));
    this.#seq.alert += 1;
    this.#seq.count += 1;
    const counts = { ...noAlerts, critical: this.#alarms.size };
    const position = { epoch: 'run', at: window, customer: 7, counts };
    return [
      { ...position, seq: this.#seq.alert, set, remove, sites: this.#sites },
      { ...position, seq: this.#seq.count, byAlarm: [] },
    ];
  }

  state(at: number): AlertState {
    const counts = { ...noAlerts, critical: this.#alarms.size };
    return {
      customer: 7,
      epoch: 'run',
      seq: { ...this.#seq },
      at,
      counts,
      byAlarm: [],
      sites: [...this.#sites],
      alarms: [...this.#alarms.values()],
    };
  }
}

/** What is known of a customer, in an order that does not depend on the way. */
const sorted = ({ sites, alarms, ...head }: AlertState) => ({
  ...head,
  sites: sites.toSorted((a, b) => a.site - b.site),
  alarms: alarms.toSorted((a, b) => a.element - b.element),
});

const known = (assembly: StateAssembly): AlertState => {
  const [alerts] = [...assembly.states()];
  const { sites, alarms, window: _window, ...head } = alerts!;
  return { ...head, sites: [...sites.values()], alarms: [...alarms.values()] };
};

const elements = fc.uniqueArray(fc.nat(900), { maxLength: 700 });

describe('a state in pages', () => {
  it('is the newest, whichever deltas arrive between the pages', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(elements, fc.nat(5)), { minLength: 1, maxLength: 6 }), (windows) => {
        const customer = new Changing();
        const assembly = new StateAssembly();
        customer.change(0, windows[0]![0]);
        const pages = alertStatePages([customer.state(0)]);
        const next = (): boolean => {
          const { done, value } = pages.next();
          if (done !== true) assembly.addPage(value);
          return done !== true;
        };
        next();
        for (const [index, [raised, pagesBetween]] of windows.entries()) {
          const [alert, count] = customer.change(index + 1, raised);
          expect([assembly.addAlertDelta(alert), assembly.addCountDelta(count)]).toEqual([true, true]);
          for (let read = 0; read < pagesBetween; read += 1) next();
        }
        while (next());
        expect(assembly.isComplete).toBe(true);
        expect(sorted(known(assembly))).toEqual(sorted(customer.state(windows.length)));
      }),
      { numRuns: 40 },
    );
  });

  it('is given up when a page or a delta is missing', () => {
    const customer = new Changing();
    customer.change(0, [1, 2, 3]);
    const [page] = [...alertStatePages([customer.state(0)])];
    const assembly = new StateAssembly();
    expect(() => {
      assembly.addPage({ ...page!, page: 1 });
    }).toThrow(RangeError);
    assembly.addPage({ ...page!, isLast: false });
    expect(() => {
      assembly.addPage({ page: 1, isLast: true, parts: [{ customer: 9, sites: [], alarms: [] }] });
    }).toThrow(RangeError);
    const [missed] = customer.change(1, [1]);
    const [alert, count] = customer.change(2, [1]);
    expect([assembly.addAlertDelta(alert), assembly.addCountDelta(count)]).toEqual([false, false]);
    expect(assembly.addAlertDelta(missed)).toBe(true);
    expect(assembly.addAlertDelta({ ...missed, epoch: 'another run' })).toBe(false);
  });
});
