import { expect, it } from 'vitest';
import { topologyDefault } from '#schemas/cockpit/topology.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { placeholderValues } from '#schemas/settings/webhook/placeholder-values.ts';
import { briefOf, noticeOf, type NoticeNames } from './notice-of.ts';
import { trapsOf } from '../snmp-trap/trap-values.ts';
import type { AlarmEvent } from '../../alarm/event-row.ts';

const names: NoticeNames = {
  inventory: {
    customers: new Map(),
    sites: new Map(),
    devices: new Map(),
    interfaces: new Map(),
    exporters: new Map(),
  } satisfies Inventory,
  alarms: new Map([
    [7, { name: 'Room too hot', isTrap: false, isRestricted: false, topology: topologyDefault }],
  ]),
  kpis: new Map([
    [10_000, { key: 'room_temp', en: 'Room temperature', fr: 'Température de la salle', unit: 'scalar' }],
  ]),
};
const row = (kpi: number): AlarmEvent => ({
  customer: 3,
  site: 11,
  element: 21,
  alarm: 7,
  kpi,
  event: new Uint8Array(16),
  edge: 'raise',
  severity: 'critical',
  cause: 'rule',
  at: 1_700_000_000,
  length: 300,
  ingested: 0,
  value: 21.5,
  threshold: 20,
  outliers: 1,
  measures: 2,
  evidence: '',
});
const noticeFor = (kpi: number) => {
  const brief = briefOf(row(kpi), names);
  return brief && noticeOf({ row: row(kpi), brief, decidedMs: 1_700_000_360_000 }, names);
};

it.each([
  ['of the library', kpis.itf_in_util.id, { key: 'itf_in_util', name: 'Inbound utilisation' }],
  ['that a user defined', 10_000, { key: 'room_temp', name: 'Room temperature' }],
  ['that was deleted', 10_001, { key: '10001', name: '10001' }],
])('a notification names a KPI %s', (_, kpi, expected) => {
  expect(noticeFor(kpi)?.kpi).toEqual(expected);
});

it('a notification says what to do, with the names of its event', () => {
  const [id, alarm] = [...names.alarms][0]!;
  const alarms = new Map([
    [id, { ...alarm, runbook: 'https://wiki.example/{{alert.name}}?kpi={{kpi.name}}' }],
  ]);
  const brief = briefOf(row(10_000), { ...names, alarms })!;
  const notice = noticeOf({ row: row(10_000), brief, decidedMs: 0 }, { ...names, alarms });
  expect(notice.runbook).toBe('https://wiki.example/Room%20too%20hot?kpi=Room%20temperature');
  expect(placeholderValues(notice)['alert.runbook']).toBe(notice.runbook);
  expect(noticeFor(10_000)).not.toHaveProperty('runbook');
});

it('a notification shows the threshold in the unit of the KPI', () => {
  expect(noticeFor(10_000)?.description).toContain('Room temperature > 20');
  expect(noticeFor(kpis.itf_in_util.id)?.description).toContain('Inbound utilisation > 20');
});

it('a notification has value and limit with their unit, the state as a word and a link to the alarm', () => {
  const values = (edge: 'raise' | 'clear') => {
    const of = { ...row(kpis.itf_in_util.id), edge, value: 97.25, threshold: 90 };
    const brief = briefOf(of, names)!;
    const publicUrl = 'https://console.example/noc/';
    return placeholderValues(noticeOf({ row: of, brief, decidedMs: 0 }, { ...names, publicUrl }));
  };
  expect(values('raise')).toMatchObject({
    'alert.reading': '97.3%',
    'alert.limit': '> 90%',
    'alert.state': 'RAISED',
    'alert.link': 'https://console.example/noc/alert?customer=3&open=7:21',
  });
  expect(values('clear')).toMatchObject({
    'alert.state': 'CLEARED',
    'alert.link': 'https://console.example/noc/alert?customer=3&open=7:21&at=1700000000',
  });
  expect(placeholderValues(noticeFor(10_000)!)['alert.link']).toBe('');
});

it('a notification leads to the page of its element, unless that has left the inventory', () => {
  const publicUrl = 'https://console.example/noc/';
  const site = { id: 21, customer: 3, name: 'Lyon', country: 'FR', city: 'Lyon' };
  const linkIn = (inventory: Inventory): string => {
    const of = row(kpis.itf_in_util.id);
    const notice = noticeOf(
      { row: of, brief: briefOf(of, names)!, decidedMs: 0 },
      { ...names, inventory, publicUrl },
    );
    return placeholderValues(notice)['alert.elementLink'];
  };
  const sites = new Map([[21, site]]) as unknown as Inventory['sites'];
  expect(linkIn({ ...names.inventory, sites })).toBe(
    'https://console.example/noc/inventory/site/21?customer=3',
  );
  expect(linkIn(names.inventory)).toBe('');
});

it.each<[value: number, threshold: number, sentence: RegExp, reading: string, limit: string]>([
  [99.9528, 99.99, /availability < 99\.99% in 1 of 2 measures, last value 99\.952%$/, '99.952%', '< 99.99%'],
  [99.95, 99.992, /< 99\.992% in 1 of 2 measures, last value 99\.95%$/, '99.95%', '< 99.992%'],
  [99.999_99, 99.999_995, /< 99\.999995% in .*, last value 99\.99999%$/, '99.99999%', '< 99.999995%'],
  [99.999_999, 100, /< 100% in 1 of 2 measures, last value 99\.999999%$/, '99.999999%', '< 100%'],
  [99.949_999_9, 99.95, /< 99\.95% in .*, last value <\u00A099\.95%$/, '<\u00A099.95%', '< 99.95%'],
  [97.249, 97.25, /< 97\.25% in 1 of 2 measures, last value 97\.249%$/, '97.249%', '< 97.25%'],
  [0, 12.345, /< 12\.345% in 1 of 2 measures, last value 0%$/, '0%', '< 12.345%'],
])('a notification of %d under %d keeps them apart', (value, threshold, sentence, reading, limit) => {
  const of = {
    ...row(kpis.cpe_avail.id),
    value,
    threshold,
    evidence: JSON.stringify({
      operator: '<',
      threshold,
      thresholdFrom: 'alarm',
      outliers: 1,
      measures: 2,
      length: 300,
      windows: [],
    }),
  };
  const notice = noticeOf({ row: of, brief: briefOf(of, names)!, decidedMs: 0 }, names);
  expect(notice.description).toMatch(sentence);
  expect(placeholderValues(notice)).toMatchObject({
    'alert.reading': reading,
    'alert.limit': limit,
    // Machines get the numbers.
    'alert.value': value,
    'alert.threshold': threshold,
  });
  expect(trapsOf(notice, 'key').map(({ values }) => values.ttAlarmDescription)).toEqual([notice.description]);
});

it('a clear with a last value out of limits says that no value came since', () => {
  const about = (value: number) => {
    const of = { ...row(kpis.itf_in_util.id), edge: 'clear' as const, value, threshold: 90 };
    return noticeOf({ row: of, brief: briefOf(of, names)!, decidedMs: 0 }, names).description;
  };
  expect(about(97)).toMatch(/no longer in 1 of 2 measures, no value since 97%$/);
  expect(about(12)).toMatch(/no longer in 1 of 2 measures, last value 12%$/);
});

it('a notification is in the language of its reader: sentence, figures, KPI, and the names that the product gives', () => {
  const builtIn = {
    name: 'Inbound saturation',
    isTrap: false,
    isRestricted: false,
    topology: topologyDefault,
  };
  const own: NoticeNames = { ...names, alarms: new Map([[7, builtIn]]) };
  const values = (edge: 'raise' | 'clear', language: 'en' | 'fr') => {
    const of = { ...row(kpis.itf_in_util.id), edge, value: 97.25, threshold: 90 };
    return placeholderValues(noticeOf({ row: of, brief: briefOf(of, own)!, decidedMs: 0, language }, own));
  };
  expect(values('raise', 'en')).toMatchObject({
    'alert.name': 'Inbound saturation',
    'alert.description': '21, 11: Inbound utilisation > 90% in 1 of 2 measures, last value 97.3%',
  });
  expect(values('raise', 'fr')).toMatchObject({
    'alert.name': 'Saturation entrante',
    'alert.description':
      '21, 11\u00A0: Utilisation entrante > 90\u00A0% sur 1 des 2 dernières mesures, dernière valeur 97,3\u00A0%',
    'alert.reading': '97,3\u00A0%',
    'alert.state': 'DÉCLENCHÉE',
    'kpi.name': 'Utilisation entrante',
  });
  expect(values('clear', 'fr')['alert.state']).toBe('LEVÉE');
});
