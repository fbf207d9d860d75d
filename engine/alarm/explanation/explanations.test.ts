import { assert, constantFrom, property, array, record, integer } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { anAlarm } from '#tests/fixtures/engine/engine-network.ts';
import {
  aPort,
  aRouter,
  busy,
  byId,
  DecidedWindows,
  routedAlarms as alarms,
  routedInventory as inventory,
  routers,
  unreachableAlarm,
  type WindowValues,
} from '#tests/fixtures/engine/decided-windows.ts';

const allUp = { 'cpe_avail 1': 100, 'cpe_avail 2': 100, 'cpe_avail 3': 100, 'cpe_avail 9': 100 };
const busyPort = { 'itf_in_bps 11': 500 };

describe('an unreachable device', () => {
  it('explains what belongs to it from the window that raises both, whatever the order of their elements', () => {
    const { log } = new DecidedWindows().window({
      ...allUp,
      'cpe_avail 1': 0,
      'cpe_cpu 1': 500,
      'itf_in_bps 11': 500,
      'tun_avail 12': 0,
      'itf_in_bps 21': 500,
    });
    expect(log).toEqual([
      '1 1:1 raise',
      '1 4:1 raise < 1:1 device 1',
      '1 2:11 raise < 1:1 device 1',
      '1 3:12 raise < 1:1 device 1',
      '1 2:21 raise',
    ]);
  });

  it('explains an alarm that was raised before it', () => {
    const engine = new DecidedWindows()
      .window({ ...allUp, ...busyPort })
      .window({ ...allUp, ...busyPort, 'cpe_avail 1': 10 });
    expect(engine.log).toEqual(['1 2:11 raise', '2 1:1 raise', '2 2:11 explain < 1:1 device 2']);
  });

  it('leaves an alarm that still runs to itself when it is reachable again', () => {
    const engine = new DecidedWindows()
      .window({ ...allUp, ...busyPort, 'cpe_avail 1': 0 })
      .window({ ...allUp, ...busyPort })
      .window(allUp);
    expect(engine.log).toEqual([
      '1 1:1 raise',
      '1 2:11 raise < 1:1 device 1',
      '2 1:1 clear',
      '2 2:11 unexplain < 1:1 device 1',
      '3 2:11 clear',
    ]);
  });

  it('has nothing to report of an alarm that clears together with it', () => {
    const engine = new DecidedWindows().window({ ...allUp, ...busyPort, 'cpe_avail 1': 0 }).window(allUp);
    expect(engine.log.slice(2)).toEqual(['2 1:1 clear', '2 2:11 clear']);
  });

  it('explains through the next of its alarms when the first one clears', () => {
    const severe = anAlarm({ ...unreachableAlarm, id: 5, threshold: 20 });
    const engine = new DecidedWindows([severe, unreachableAlarm, busy])
      .window({ ...allUp, ...busyPort, 'cpe_avail 1': 30 })
      .window({ ...allUp, ...busyPort, 'cpe_avail 1': 10 })
      .configure([severe, { ...unreachableAlarm, enabled: false }, busy], inventory)
      .window({ ...allUp, ...busyPort, 'cpe_avail 1': 10 });
    expect(engine.log).toEqual([
      '1 1:1 raise',
      '1 2:11 raise < 1:1 device 1',
      '2 5:1 raise < 1:1 device 2',
      '4 1:1 clear',
      '4 2:11 explain < 5:1 device 2',
      '4 5:1 unexplain < 1:1 device 2',
    ]);
  });

  it.each<[string, Partial<AlarmDefinition>]>([
    ['a threshold above half of the polls', { threshold: 99 }],
    ['a threshold above it on this device', { byElement: new Map([[1, 99]]) }],
    ['restricted visibility', { visibility: 'RESTRICTED' }],
    ['another KPI', { kpi: 'cpe_cpu' }],
  ])('needs an alarm that means it: none with %s', (_, change) => {
    const engine = new DecidedWindows([{ ...unreachableAlarm, ...change }, busy]).window({
      ...allUp,
      ...busyPort,
      'cpe_avail 1': 0,
      'cpe_cpu 1': 0,
    });
    expect(engine.log).toEqual(['1 1:1 raise', '1 2:11 raise']);
  });

  it('explains while its own measures are missing and its alarm is kept', () => {
    const retained = { ...unreachableAlarm, noDataMinutes: 60 };
    const engine = new DecidedWindows([retained, busy])
      .window({ ...allUp, 'cpe_avail 1': 0 })
      .window(busyPort);
    expect(engine.log).toEqual(['1 1:1 raise', '2 2:11 raise < 1:1 device 2']);
  });

  describe('and its elements without data', () => {
    const good = { 'itf_in_bps 11': 10 };
    const isDown = { ...allUp, 'cpe_avail 1': 0 };
    const played = (
      windows: readonly WindowValues[],
      change: Partial<AlarmDefinition> = {},
    ): readonly string[] => {
      const engine = new DecidedWindows([unreachableAlarm, { ...busy, ...change }]);
      for (const values of windows) engine.window(values);
      return engine.log.filter((line) => line.includes(' 2:11 ')).map((line) => line.replace(' 2:11', ''));
    };
    const explained = '2 explain < 1:1 device 2';

    it.each<[string, Partial<AlarmDefinition>, readonly WindowValues[], readonly string[]]>([
      [
        'keep their alarms until the device is back, and clear with a good measure',
        {},
        [{ ...allUp, ...busyPort }, isDown, isDown, { ...allUp, ...busyPort }, { ...allUp, ...good }],
        ['1 raise', explained, '4 unexplain < 1:1 device 2', '5 clear'],
      ],
      [
        'keep them although all outliers have left the period, and do not raise them again',
        { outliers: 2, measures: 3 },
        [
          { ...allUp, ...busyPort },
          { ...allUp, ...busyPort },
          isDown,
          isDown,
          isDown,
          isDown,
          { ...allUp, ...busyPort },
          { ...allUp, ...busyPort },
          { ...allUp, ...good },
          { ...allUp, ...good },
        ],
        ['2 raise', '3 explain < 1:1 device 3', '7 unexplain < 1:1 device 3', '10 clear'],
      ],
      [
        'do not count the missing measures as good',
        { clearAfter: 2 },
        [{ ...allUp, ...busyPort }, { ...allUp, ...good }, isDown, isDown, allUp, { ...allUp, ...busyPort }],
        ['1 raise', '3 explain < 1:1 device 3', '5 clear', '6 raise'],
      ],
      [
        'clear when the device is back and they still have none',
        {},
        [{ ...allUp, ...busyPort }, isDown, allUp],
        ['1 raise', explained, '3 clear'],
      ],
      [
        'clear together with the alarm of the device, when that has no data either',
        {},
        [{ ...allUp, ...busyPort }, isDown, {}],
        ['1 raise', explained, '3 clear'],
      ],
      ['are not raised', {}, [isDown, isDown, allUp], []],
    ])('%s', (_, change, windows, expected) => {
      expect(played(windows, change)).toEqual(expected);
    });

    it('clear as usual for a customer without explanations', () => {
      const customers = new Map(
        [...inventory.customers].map(([id, entry]) => [id, { ...entry, explainsAlarms: false }]),
      );
      const engine = new DecidedWindows(alarms, { ...inventory, customers })
        .window({ ...allUp, ...busyPort })
        .window(isDown);
      expect(engine.log).toContain('2 2:11 clear');
    });
  });

  it('explains nothing of another customer, even on its own element', () => {
    const moved = new Map([...inventory.interfaces, [91, { ...aPort(91, routers[3]), device: 1 }]]);
    const engine = new DecidedWindows(alarms, { ...inventory, interfaces: moved }).window({
      ...allUp,
      'cpe_avail 1': 0,
      'itf_in_bps 91': 500,
    });
    expect(engine.log).toEqual(['1 1:1 raise', '1 2:91 raise']);
  });
});

describe('a site that is down', () => {
  const dark = { ...allUp, 'cpe_avail 1': 0, 'cpe_avail 2': 0 };

  it('explains all its devices but the first, and these what belongs to them', () => {
    const engine = new DecidedWindows().window({ ...dark, 'itf_in_bps 11': 500, 'itf_in_bps 21': 500 });
    expect(engine.log).toEqual([
      '1 1:1 raise',
      '1 1:2 raise < 1:1 site 1',
      '1 2:11 raise < 1:1 device 1',
      '1 2:21 raise < 1:2 device 1',
    ]);
  });

  it('keeps the device that failed first as the parent, and leaves the others to themselves when one is back', () => {
    const engine = new DecidedWindows()
      .window({ ...allUp, 'cpe_avail 2': 0 })
      .window(dark)
      .window({ ...allUp, 'cpe_avail 1': 0 });
    expect(engine.log).toEqual([
      '1 1:2 raise',
      '2 1:1 raise < 1:2 site 2',
      '3 1:2 clear',
      '3 1:1 unexplain < 1:2 site 2',
    ]);
  });

  it('is not down while one of its devices responds; a device without data does not count', () => {
    const devices = byId([...routers, aRouter(4, 101)]);
    const three = { ...inventory, devices };
    expect(new DecidedWindows(alarms, three).window({ ...dark, 'cpe_avail 4': 100 }).explained).toEqual([]);
    expect(new DecidedWindows(alarms, three).window(dark).explained).toEqual(['1:2 < 1:1']);
  });
});

it('a customer for whom it is switched off has no explanations from the next window on', () => {
  const without = new Map(
    [...inventory.customers].map(([id, entry]) => [id, { ...entry, explainsAlarms: id !== 1 }]),
  );
  const dark = { ...allUp, ...busyPort, 'cpe_avail 1': 0, 'cpe_avail 9': 0, 'itf_in_bps 91': 500 };
  const engine = new DecidedWindows().window(dark);
  expect(engine.explained).toEqual(['2:11 < 1:1', '2:91 < 1:9']);
  engine
    .configure(alarms, { ...inventory, customers: without })
    .window(dark)
    .window(dark);
  expect(engine.explained).toEqual(['2:91 < 1:9']);
  expect(engine.log.filter((line) => line.includes('explain'))).toEqual(['3 2:11 unexplain < 1:1 device 1']);
});

it('explanations survive a restart after any window, and do not depend on it', () => {
  const share = constantFrom(0, 30, 100, undefined);
  const window = record({
    'cpe_avail 1': share,
    'cpe_avail 2': share,
    'cpe_avail 3': share,
    'itf_in_bps 11': integer({ min: 0, max: 200 }),
    'itf_in_bps 31': integer({ min: 0, max: 200 }),
  });
  assert(
    property(
      array(window, { minLength: 3, maxLength: 12 }),
      integer({ min: 0, max: 11 }),
      (windows, after) => {
        const [through, restarted] = [new DecidedWindows(), new DecidedWindows()];
        for (const [index, values] of windows.entries()) {
          const known = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
          through.window(known as WindowValues);
          restarted.window(known as WindowValues);
          if (index === after) restarted.restart();
          expect(restarted.explained).toEqual(through.explained);
        }
        expect(restarted.log).toEqual(through.log);
      },
    ),
    { numRuns: 100 },
  );
});
