import { describe, expect, it } from 'vitest';
import type { NotificationSettings } from '../configuration/settings.ts';
import type { MailTarget, TrapTarget, WebhookTarget } from '../configuration/delivery-target.ts';
import { topologyDefault } from '#schemas/cockpit/topology.ts';
import type { Severity } from '#schemas/alerting/severity.ts';
import { clearOfChange, type Brief } from './notice-of.ts';
import { selectTargets } from './select-targets.ts';

const every = {
  customers: new Set<number>(),
  severities: new Set<Severity>(),
  alarms: new Set<number>(),
  language: 'en' as const,
};
const webhook = (id: number, includeRestricted: boolean): WebhookTarget => ({
  kind: 'webhook',
  id,
  name: '',
  activeSinceMs: 0,
  includeRestricted,
  notifyPlatformEvents: false,
  ...every,
  service: 'custom',
  url: '',
  channel: '',
  secret: '',
  headers: [],
  payload: { kind: 'text', template: '' },
  trigger: 'both',
  allowInsecure: false,
});
const trap = (id: number, includeRestricted: boolean): TrapTarget => ({
  kind: 'trap',
  id,
  name: '',
  activeSinceMs: 0,
  includeRestricted,
  notifyPlatformEvents: false,
  ...every,
  host: '',
  port: 162,
  inform: false,
  access: { version: 'v2c', community: '' },
});
const mail = (id: number, includeRestricted: boolean): MailTarget => ({
  kind: 'mail',
  id,
  name: '',
  activeSinceMs: 0,
  includeRestricted,
  notifyPlatformEvents: false,
  recipients: [],
  trigger: 'both',
  ...every,
  grouping: 'single',
  subject: '',
  body: '',
});
const both = <One>(of: (id: number, includeRestricted: boolean) => One): ReadonlyMap<number, One> =>
  new Map([
    [1, of(1, false)],
    [2, of(2, true)],
  ]);
const settings = (isRestricted: boolean): NotificationSettings => ({
  webhooks: both(webhook),
  traps: both(trap),
  mails: both(mail),
  schedules: new Map(),
  smtp: undefined,
  alarms: new Map([[7, { name: 'Line down', isTrap: true, isRestricted, topology: topologyDefault }]]),
  kpis: new Map(),
  languages: new Map(),
});
const targetsFor = (edge: 'raise' | 'clear', isRestricted: boolean) =>
  selectTargets(
    {
      edge,
      alarm: { id: 7, name: 'Line down' },
      severity: 'critical',
      customer: { id: 1, name: '' },
      isRestricted,
      isTrapSent: true,
    },
    settings(isRestricted),
    1,
  ).map(({ kind, id }) => `${kind} ${String(id)}`);

it.each(['raise', 'clear'] as const)(
  'a %s of a restricted alarm is sent only to webhooks, trap receivers and mails that include restricted alarms',
  (edge) => {
    expect(targetsFor(edge, true)).toEqual(['webhook 2', 'trap 2', 'mail 2']);
    expect(targetsFor(edge, false)).toEqual([
      'webhook 1',
      'webhook 2',
      'trap 1',
      'trap 2',
      'mail 1',
      'mail 2',
    ]);
  },
);

const severities = (...chosen: Severity[]): NotificationSettings => ({
  ...settings(false),
  mails: new Map(chosen.map((one, id) => [id, { ...mail(id, false), severities: new Set([one]) }])),
});
const changed = (before: Severity, severity: Severity) => {
  const raise: Brief = {
    event: 'e1',
    edge: 'raise',
    alarm: { id: 7, name: '' },
    severity,
    other: before,
    customer: { id: 1, name: '' },
    site: { id: 1, name: '' },
    element: { id: 1, name: '', kind: 'device' },
    atMs: 1,
    startMs: 0,
    isRestricted: false,
    correlation: '7:1',
    sequence: 1,
    value: 1,
    threshold: 1,
  };
  const own = severities('critical', 'major', 'minor');
  return [raise, clearOfChange(raise)!].map((brief) =>
    selectTargets(brief, own, 1).map(({ kind, id }) =>
      kind === 'mail' ? (['critical', 'major', 'minor'][id] ?? '') : kind,
    ),
  );
};
const others = ['webhook', 'webhook', 'trap', 'trap'];

it.each([
  ['minor', 'critical', [...others, 'critical'], ['minor']],
  ['critical', 'minor', ['minor'], ['critical']],
  ['major', 'critical', [...others, 'critical'], ['major']],
  ['critical', 'critical', [], []],
] as const)(
  'a change from %s to %s is a raise for targets for which it is worse or new, and a clear for those it leaves',
  (before, severity, raises, clears) => {
    expect(changed(before, severity)).toEqual([raises, clears]);
  },
);

describe('a target that is limited to', () => {
  const limited = (limit: Partial<typeof every>): NotificationSettings => ({
    ...settings(false),
    webhooks: new Map([[1, { ...webhook(1, false), ...limit }]]),
    traps: new Map([[1, { ...trap(1, false), ...limit }]]),
    mails: new Map([[1, { ...mail(1, false), ...limit }]]),
  });
  const event = {
    edge: 'raise' as const,
    alarm: { id: 7, name: '' },
    severity: 'critical' as const,
    customer: { id: 1, name: '' },
    isRestricted: false,
  };
  const all = ['webhook', 'trap', 'mail'];

  it.each([
    ['this customer', { customers: new Set([1, 2]) }, all],
    ['other customers', { customers: new Set([2]) }, []],
    ['this severity', { severities: new Set<Severity>(['critical']) }, all],
    ['other severities', { severities: new Set<Severity>(['minor']) }, []],
    ['this alarm', { alarms: new Set([7]) }, all],
    ['other alarms', { alarms: new Set([8]) }, []],
    ['this customer and other alarms', { customers: new Set([1]), alarms: new Set([8]) }, []],
  ])('%s receives only what it is limited to, whatever its kind', (_, limit, expected) => {
    expect(selectTargets(event, limited(limit), 1).map(({ kind }) => kind)).toEqual(expected);
  });
});
