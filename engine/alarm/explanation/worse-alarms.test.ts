import { array, assert, constantFrom, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anAlarm } from '#tests/fixtures/engine/engine-network.ts';
import {
  aPort,
  aTunnel,
  busy,
  byId,
  DecidedWindows,
  routedInventory,
  routers,
  unreachableAlarm,
  type WindowValues,
} from '#tests/fixtures/engine/decided-windows.ts';

const [router] = routers;
const port = { ...aPort(11, router), name: 'Tunnel1' };
const inventory = {
  ...routedInventory,
  interfaces: byId([port, aPort(13, router)]),
  components: byId([{ ...aTunnel(12, router), key: 'Tunnel1' }]),
};
const jammed = anAlarm({ id: 5, kpi: 'itf_in_bps', threshold: 200 });
const portDown = anAlarm({ id: 6, kpi: 'itf_avail', operator: '<', threshold: 50 });
const tunnelDown = anAlarm({ id: 3, kpi: 'tun_avail', operator: '<', threshold: 99 });
const growing = anAlarm({
  id: 7,
  kpi: 'itf_in_bps',
  threshold: 50,
  severity: 'minor',
  levels: { critical: 300 },
});
const severe = anAlarm({ ...unreachableAlarm, id: 8, threshold: 20 });

const decided = (used: readonly ReturnType<typeof anAlarm>[], ...windows: readonly WindowValues[]) => {
  const engine = new DecidedWindows(used, inventory);
  for (const values of windows) engine.window(values);
  return engine;
};

describe('several alarms on one KPI of one element', () => {
  it('are explained by the one whose threshold lies furthest out, until it clears', () => {
    const { log } = decided(
      [busy, jammed],
      { 'itf_in_bps 11': 150 },
      { 'itf_in_bps 11': 250 },
      { 'itf_in_bps 11': 150 },
    );
    expect(log).toEqual([
      '1 2:11 raise',
      '2 5:11 raise',
      '2 2:11 explain < 5:11 kpi 2',
      '3 5:11 clear',
      '3 2:11 unexplain < 5:11 kpi 2',
    ]);
  });

  it('of which one reaches a worse level are explained by that one from then on', () => {
    const engine = decided([growing, busy], { 'itf_in_bps 11': 150 }, { 'itf_in_bps 11': 350 });
    expect(engine.log).toEqual([
      '1 2:11 raise',
      '1 7:11 raise < 2:11 kpi 1',
      '2 7:11 change',
      '2 2:11 explain < 7:11 kpi 2',
      '2 7:11 unexplain < 2:11 kpi 1',
    ]);
  });

  it.each([
    [
      'another element',
      [{ ...busy, byElement: new Map([[13, 900]]) }, jammed],
      { 'itf_in_bps 11': 150, 'itf_in_bps 13': 250 },
    ],
    [
      'a restricted alarm',
      [busy, { ...jammed, visibility: 'RESTRICTED' as const }],
      { 'itf_in_bps 11': 250 },
    ],
    ['the other direction', [busy, { ...jammed, operator: '<' as const }], { 'itf_in_bps 11': 150 }],
  ])('are not explained by %s', (_, used, values) => {
    const engine = decided(used, values);
    expect(engine.log.length).toBeGreaterThan(1);
    expect(engine.explained).toEqual([]);
  });
});

describe('an interface that is down', () => {
  it('explains the other alarms on it and on its tunnels, and not those of another interface', () => {
    const { explained } = decided([portDown, busy, tunnelDown], {
      'itf_avail 11': 0,
      'itf_avail 13': 100,
      'itf_in_bps 11': 150,
      'itf_in_bps 13': 150,
      'tun_avail 12': 0,
    });
    expect(explained.toSorted()).toEqual(['2:11 < 6:11', '3:12 < 6:11']);
  });

  it('is explained itself by its unreachable device, which explains all of them', () => {
    const { explained } = decided([unreachableAlarm, portDown, tunnelDown], {
      'cpe_avail 1': 0,
      'itf_avail 11': 0,
      'tun_avail 12': 0,
    });
    expect(explained.toSorted()).toEqual(['3:12 < 1:1', '6:11 < 1:1']);
  });
});

type Running = DecidedWindows['running'][number];

const first = (found: readonly Running[]) =>
  found.toSorted((a, b) => a.since - b.since || a.alarm - b.alarm || a.element - b.element).at(0);

/** The rule again, for the only device of the inventory. */
function plainParent(child: Running, running: readonly Running[]): Running | undefined {
  const device = first(running.filter(({ kpi }) => kpi === 'cpe_avail'));
  if (device !== undefined) return child === device ? undefined : device;
  const places = child.element === 12 ? 11 : child.element;
  const down = first(running.filter(({ kpi, element }) => kpi === 'itf_avail' && element === places));
  if (down !== undefined) return child === down ? undefined : down;
  const adjacent = running.filter(({ kpi, element }) => kpi === child.kpi && element === child.element);
  const sign = child.kpi.endsWith('avail') ? -1 : 1;
  const worst = adjacent.toSorted((a, b) => (b.threshold - a.threshold) * sign || a.alarm - b.alarm).at(0);
  return worst === child ? undefined : worst;
}

it('what explains what follows from what runs, and no alarm explains itself through others', () => {
  const load = constantFrom(10, 60, 150, 250, 350);
  const state = constantFrom(0, 10, 30, 100);
  const window = record({
    'cpe_avail 1': constantFrom(0, 30, 100, 100, 100),
    'itf_avail 11': state,
    'itf_avail 13': state,
    'itf_in_bps 11': load,
    'itf_in_bps 13': load,
    'tun_avail 12': state,
  });
  const used = [unreachableAlarm, severe, portDown, tunnelDown, busy, jammed, growing];
  let seen = 0;
  assert(
    property(array(window, { minLength: 1, maxLength: 8 }), (windows) => {
      const engine = new DecidedWindows(used, inventory);
      for (const values of windows) {
        engine.window(values);
        const { running } = engine;
        const expected = running.flatMap((child) => {
          const parent = plainParent(child, running);
          const name = ({ alarm, element }: Running) => `${String(alarm)}:${String(element)}`;
          return parent === undefined ? [] : [`${name(child)} < ${name(parent)}`];
        });
        seen += expected.length;
        expect(engine.explained.toSorted()).toEqual(expected.toSorted());
        const roots = running.filter((one) => plainParent(one, running) === undefined);
        expect(running.length === 0 || roots.length > 0).toBe(true);
      }
    }),
    { numRuns: 100 },
  );
  expect(seen).toBeGreaterThan(0);
});
