import type { Alarm, AlarmDraft, Cockpit, CockpitSummary } from '#schemas/cockpit/cockpit.ts';
import { defaultClearing } from '#schemas/cockpit/clearing.ts';
import { listCustomerThresholds } from '#schemas/cockpit/customer-threshold-routes.ts';
import { previewAlarm, type AlarmPreview } from '#schemas/cockpit/preview-routes.ts';
import { listAlarmGroups, type AlarmGroup } from '#schemas/cockpit/group-routes.ts';
import {
  createAlarm,
  createCockpit,
  deleteAlarm,
  deleteCockpit,
  duplicateCockpit,
  enableAlarm,
  listCockpits,
  markCockpitOpened,
  readAlarmLocation,
  readCockpit,
  updateAlarm,
} from '#schemas/cockpit/routes.ts';
import { now } from '#web/lib/clock.ts';
import { problem, rejected, reply, type Reply } from '#web/testing/replies.ts';

const MINUTE = 60_000;

/** A definition as the server returns it. */
export const anAlarmDefinition = (id: number, change: Partial<Alarm> = {}): Alarm => ({
  id,
  version: 1,
  author: 'Ada Martin',
  updatedAt: now() - id * 37 * MINUTE,
  label: 'Link saturated',
  kpi: 'itf_in_util',
  operator: '>',
  threshold: 90,
  severity: 'critical',
  outliers: 3,
  measures: 5,
  ...defaultClearing,
  topology: { levels: ['site'], filter: '' },
  snmpTrap: false,
  enabled: true,
  visibility: 'everyone',
  groups: [],
  ownThresholds: { customers: 0, elements: 0 },
  ...change,
});

/** What a draft affects, as the server returns it. */
export const aPreview = (change: Partial<AlarmPreview> = {}): AlarmPreview => ({
  elements: 412,
  read: 412,
  measured: 410,
  outOfLimits: 3,
  windowSeconds: 300,
  first: [
    {
      element: {
        id: 501,
        name: 'GigabitEthernet0/0/1',
        kind: 'interface',
        parents: ['cpe-lyon-1', 'Lyon Part-Dieu'],
        customer: { id: 2, name: 'Borealis Bank' },
      },
      value: 97.5,
      threshold: 90,
      outOfLimits: true,
    },
  ],
  ...change,
});

/** A stored cockpit, with the time the user last opened it. */
export interface StoredCockpit extends Cockpit {
  readonly openedAt: number | null;
}

const noah = { id: 2, name: 'Noah Berg' };

export const aCockpit = (id: number, name: string, change: Partial<StoredCockpit> = {}): StoredCockpit => ({
  id,
  name,
  description: '',
  alarms: [],
  version: 1,
  author: 'Ada Martin',
  updatedAt: now() - id * id * 53 * MINUTE,
  createdAt: now() - id * id * 99 * MINUTE,
  createdBy: 'Ada Martin',
  owner: { id: 1, name: 'Ada Martin' },
  visibility: 'multi-client',
  reachesOthers: false,
  share: { everyone: false, profiles: [], clients: [], others: 0 },
  status: { active: true, comment: '', updatedAt: null, updatedBy: null },
  openedAt: null,
  ...change,
});

const once = { outliers: 1, measures: 1 };

/** The cockpit that most tests open: seven alarms, the first with thresholds of a customer and an element. */
export const wanAccess = (change: Partial<StoredCockpit> = {}): StoredCockpit =>
  aCockpit(1, 'WAN access links', {
    description: 'What the NOC wakes up for',
    share: { everyone: true, profiles: [], clients: [], others: 0 },
    openedAt: now() - 7 * MINUTE,
    alarms: [
      anAlarmDefinition(11, { ownThresholds: { customers: 1, elements: 1 }, snmpTrap: true }),
      anAlarmDefinition(12, { label: 'Link busy', severity: 'major', threshold: 75 }),
      anAlarmDefinition(13, { label: 'Link saturated, outbound', kpi: 'itf_out_util' }),
      anAlarmDefinition(14, {
        label: 'Interface down',
        kpi: 'itf_avail',
        operator: '<',
        threshold: 100,
        ...once,
      }),
      anAlarmDefinition(15, {
        label: 'Router processor',
        kpi: 'cpe_cpu',
        visibility: 'RESTRICTED',
        groups: [1],
      }),
      anAlarmDefinition(16, {
        label: 'Router restarted',
        kpi: 'cpe_uptime',
        operator: '<',
        threshold: 900,
        ...once,
      }),
      anAlarmDefinition(17, {
        label: 'Throughput above plan',
        kpi: 'itf_in_bps',
        threshold: 2.5e8,
        enabled: false,
      }),
    ],
    ...change,
  });

export const cockpits = (): readonly StoredCockpit[] => [
  wanAccess(),
  aCockpit(2, 'Voice quality', {
    description: 'Probes and QoS classes of the voice service',
    openedAt: now() - 28 * MINUTE,
    alarms: [anAlarmDefinition(21, { label: 'MOS too low', kpi: 'sla_mos', operator: '<', threshold: 3.6 })],
  }),
  aCockpit(3, 'Imported from the network file', { author: null, owner: null, openedAt: now() - 63 * MINUTE }),
  aCockpit(4, 'SD-WAN tunnels', {
    owner: noah,
    alarms: [anAlarmDefinition(41, { label: 'Tunnel loss', kpi: 'tun_loss', threshold: 2 })],
  }),
];

export const alarmGroups: readonly AlarmGroup[] = [
  {
    id: 1,
    name: 'Core network team',
    version: 1,
    alarms: 1,
    reachesOthers: false,
    members: [{ id: 1, username: 'admin', name: 'Ada Martin' }],
  },
  { id: 2, name: 'Capacity planning', version: 1, alarms: 0, reachesOthers: false, members: [] },
];

const summaryOf = ({ alarms, ...remaining }: StoredCockpit): CockpitSummary => ({
  ...remaining,
  alarms: { total: alarms.length, enabled: alarms.filter(({ enabled }) => enabled).length },
});

const shown = ({ openedAt: _openedAt, ...cockpit }: StoredCockpit): Cockpit => cockpit;

/** Replies of a library that keeps its changes. */
export function cockpitReplies(initial: readonly StoredCockpit[] = cockpits()): readonly Reply[] {
  let stored = [...initial];
  const notFound = problem('NOT_FOUND');
  const find = (id: number) => stored.find((each) => each.id === id);
  const put = (next: StoredCockpit) => {
    const isKnown = stored.some(({ id }) => id === next.id);
    stored = isKnown ? stored.map((each) => (each.id === next.id ? next : each)) : [...stored, next];
    return shown(next);
  };
  const remove = (id: number) => {
    stored = stored.filter((each) => each.id !== id);
    return {};
  };
  const isTaken = (name: string) => stored.some((each) => each.name === name);
  const nameTaken = rejected({ field: 'name', code: 'NAME_TAKEN' });
  return [
    reply(listCockpits, () => ({ cockpits: stored.map(summaryOf) })),
    reply(createCockpit, ({ body }) =>
      isTaken(body.name) ? nameTaken : put(aCockpit(100 + stored.length, body.name, body)),
    ),
    reply(readCockpit, ({ params }) => {
      const found = find(params.cockpitId);
      return found === undefined ? notFound : shown(found);
    }),
    reply(markCockpitOpened, {}),
    reply(duplicateCockpit, ({ params, body }) => {
      const { alarms = [] } = find(params.cockpitId) ?? {};
      const copies = alarms.map((alarm, at) => ({ ...alarm, id: 900 + at, enabled: false }));
      return put(aCockpit(100 + stored.length, body.name, { alarms: copies }));
    }),
    reply(deleteCockpit, ({ params }) => remove(params.cockpitId)),
    reply(readAlarmLocation, ({ params }) => {
      const found = stored.find(({ alarms }) => alarms.some(({ id }) => id === params.alarm));
      return found === undefined ? notFound : { cockpit: found.id };
    }),
    reply(listCustomerThresholds, { thresholds: [] }),
    reply(previewAlarm, aPreview()),
    reply(listAlarmGroups, { groups: [...alarmGroups] }),
    ...alarmReplies(find, put),
  ];
}

function alarmReplies(
  find: (id: number) => StoredCockpit | undefined,
  put: (next: StoredCockpit) => unknown,
): readonly Reply[] {
  const change = (cockpitId: number, to: (alarms: readonly Alarm[]) => readonly Alarm[]) => {
    const found = find(cockpitId);
    if (found !== undefined) put({ ...found, alarms: [...to(found.alarms)] });
  };
  const alarmOf = (cockpitId: number, id: number) =>
    find(cockpitId)?.alarms.find((alarm) => alarm.id === id) ?? anAlarmDefinition(id);
  const replace = (cockpitId: number, next: Alarm) => {
    change(cockpitId, (alarms) => alarms.map((each) => (each.id === next.id ? next : each)));
    return next;
  };
  const changed = (alarm: Alarm, draft: Partial<AlarmDraft>): Alarm => ({
    ...alarm,
    ...draft,
    version: alarm.version + 1,
  });
  return [
    reply(createAlarm, ({ params: { cockpitId }, body }) => {
      const added = anAlarmDefinition(700 + (find(cockpitId)?.alarms.length ?? 0), body);
      change(cockpitId, (alarms) => [...alarms, added]);
      return added;
    }),
    reply(updateAlarm, ({ params: { cockpitId, alarm }, body: { version: _version, ...draft } }) =>
      replace(cockpitId, changed(alarmOf(cockpitId, alarm), draft)),
    ),
    reply(enableAlarm, ({ params: { cockpitId, alarm }, body: { enabled } }) =>
      replace(cockpitId, changed(alarmOf(cockpitId, alarm), { enabled })),
    ),
    reply(deleteAlarm, ({ params: { cockpitId, alarm } }) => {
      change(cockpitId, (alarms) => alarms.filter(({ id }) => id !== alarm));
      return {};
    }),
  ];
}
