import { sql } from 'kysely';
import { z } from 'zod';
import { authProtocols, privProtocols } from '#schemas/inventory/snmp-access.ts';
import { topologyDefault, topologyOf, type Topology } from '#schemas/cockpit/topology.ts';
import { AlarmMail } from '#schemas/settings/mail/alarm-mail.ts';
import { SMTP_SETTING, Smtp } from '#schemas/settings/smtp/smtp.ts';
import { filterFields } from '#schemas/settings/notification-scope.ts';
import { Webhook } from '#schemas/settings/webhook/webhook.ts';
import type { schedule } from '#schemas/table/scheduling/scheduling.ts';
import type { alarmMail, trapReceiver, webhook } from '#schemas/table/notification.ts';
import type { Language } from '#schemas/time/locale.ts';
import type { Unit } from '#schemas/unit/unit.ts';
import type { Row } from '#schemas/table/relation.ts';
import { addMs } from '#platform/clock/time.ts';
import { watchConfig, type LiveConfigNeeds, type Reloadable } from '#platform/live-config/watch-config.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type {
  DeliveryTarget,
  MailTarget,
  ScheduleTarget,
  TrapTarget,
  WebhookTarget,
} from './delivery-target.ts';

/** A sealed password is longer than the plain one. */
const SealedSmtp = Smtp.extend({ password: z.string() });

export interface NotifiedAlarm {
  readonly name: string;
  /** Notified by trap. */
  readonly isTrap: boolean;
  /** Sent only to targets that include restricted alarms. */
  readonly isRestricted: boolean;
  /** Topology context in notifications. */
  readonly topology: Topology;
  /** With placeholders; absent: none. */
  readonly runbook?: string;
}

export interface NotifiedKpi {
  readonly key: string;
  readonly en: string;
  readonly fr: string;
  readonly unit: Unit;
}

/** Targets, mail server and alarms. Disabled targets are left out; secrets are sealed. */
export interface NotificationSettings {
  readonly webhooks: ReadonlyMap<number, WebhookTarget>;
  readonly traps: ReadonlyMap<number, TrapTarget>;
  readonly mails: ReadonlyMap<number, MailTarget>;
  /** Schedules that alarms trigger. */
  readonly schedules: ReadonlyMap<number, ScheduleTarget>;
  /** Undefined: no mail server is configured. */
  readonly smtp: Smtp | undefined;
  readonly alarms: ReadonlyMap<number, NotifiedAlarm>;
  /** User-defined KPIs by number. */
  readonly kpis: ReadonlyMap<number, NotifiedKpi>;
  /** Languages of users who receive mails, by address in lower case. */
  readonly languages: ReadonlyMap<string, Language>;
}

const Filter = z.object(filterFields);
const CalledWebhook = Webhook.pick({
  service: true,
  url: true,
  channel: true,
  trigger: true,
  payload: true,
  allowInsecure: true,
});

function filterOf(
  row: Pick<Row<typeof alarmMail>, 'customers' | 'severities' | 'alarms'>,
): Pick<DeliveryTarget, 'customers' | 'severities' | 'alarms'> {
  const { customers, severities, alarms } = Filter.parse(row);
  return { customers: new Set(customers), severities: new Set(severities), alarms: new Set(alarms) };
}

function webhookTarget(row: Row<typeof webhook>): WebhookTarget {
  const { service, url, channel, headers, payload_kind, template, trigger, allow_insecure } = row;
  const parsed = CalledWebhook.parse({
    service,
    url,
    channel,
    trigger,
    payload: { kind: payload_kind, template },
    allowInsecure: allow_insecure,
  });
  const { id, name, active_since, include_restricted, notify_platform_events, language } = row;
  return {
    kind: 'webhook',
    id,
    name,
    includeRestricted: include_restricted,
    notifyPlatformEvents: notify_platform_events,
    language,
    activeSinceMs: active_since.getTime(),
    headers: [...headers],
    secret: row.secret ?? '',
    ...parsed,
    ...filterOf(row),
  };
}

/** Returns undefined if the protocol is unused or unknown. */
function secretOf<Protocol extends string>(
  known: readonly Protocol[],
  name: string | null,
  password: string | null,
): { readonly protocol: Protocol; readonly password: string } | undefined {
  const protocol = known.find((one) => one === name);
  return protocol === undefined || password === null ? undefined : { protocol, password };
}

function accessOf(row: Row<typeof trapReceiver>): TrapTarget['access'] {
  if (row.version === 'v2c') return { version: 'v2c', community: row.community ?? '' };
  return {
    version: 'v3',
    user: row.user_name ?? '',
    auth: secretOf(authProtocols, row.auth_protocol, row.auth_password),
    priv: secretOf(privProtocols, row.priv_protocol, row.priv_password),
  };
}

const trapTarget = (row: Row<typeof trapReceiver>): TrapTarget => ({
  kind: 'trap',
  id: row.id,
  name: row.name,
  activeSinceMs: row.active_since.getTime(),
  host: row.host,
  port: row.port,
  inform: row.inform,
  includeRestricted: row.include_restricted,
  notifyPlatformEvents: row.notify_platform_events,
  // Traps are read by programs.
  language: 'en',
  access: accessOf(row),
  ...filterOf(row),
});

function mailTarget({ id, name, active_since, ...row }: Row<typeof alarmMail>): MailTarget {
  const parsed = AlarmMail.omit({ name: true, enabled: true }).parse({
    recipients: row.recipients,
    trigger: row.trigger,
    grouping: row.grouping,
    subject: row.subject,
    body: row.body,
    includeRestricted: row.include_restricted,
    notifyPlatformEvents: row.notify_platform_events,
    language: row.language,
  });
  return {
    ...parsed,
    kind: 'mail',
    id,
    name,
    activeSinceMs: active_since.getTime(),
    ...filterOf(row),
  };
}

/** Restricted alarms are recorded, and shown by the rights of the owner when the schedule runs. */
function scheduleTargets(
  rows: readonly Pick<Row<typeof schedule>, 'id' | 'customer_id' | 'trigger' | 'active_since'>[],
): readonly ScheduleTarget[] {
  return rows.flatMap(({ id, customer_id, trigger, active_since }): readonly ScheduleTarget[] =>
    trigger.kind === 'alarm'
      ? [
          {
            kind: 'schedule',
            id,
            trigger: trigger.on,
            activeSinceMs: active_since.getTime(),
            includeRestricted: true,
            customers: new Set([customer_id]),
            severities: new Set(trigger.severities),
            alarms: new Set(trigger.alarms),
            sites: new Set(trigger.sites),
          },
        ]
      : [],
  );
}

const byId = <One extends { readonly id: number }>(list: readonly One[]): ReadonlyMap<number, One> =>
  new Map(list.map((one) => [one.id, one]));

/** How long name and visibility of a deleted alarm are retained: its clears follow with the next windows. */
const DELETED_MS = 7 * 24 * 3_600_000;

/** Recently deleted alarms: their clears are still to be sent. */
async function deletedAlarms(db: Db, now: Date): Promise<readonly (readonly [number, NotifiedAlarm])[]> {
  const rows = await db
    .selectFrom('past_name')
    .select(['subject_id', 'name', 'visibility'])
    .where('subject', '=', 'alarm')
    .where('deleted', '=', true)
    .where('until', '>', addMs(now, -DELETED_MS))
    .orderBy('until')
    .execute();
  return rows.map(({ subject_id, name, visibility }) => [
    subject_id,
    { name, isTrap: false, isRestricted: visibility !== 'everyone', topology: topologyDefault },
  ]);
}

/** The languages of the users at whose addresses mails arrive. */
async function languagesOf(
  db: Db,
  mails: readonly Pick<MailTarget, 'recipients'>[],
): Promise<NotificationSettings['languages']> {
  const addresses = [
    ...new Set(mails.flatMap(({ recipients }) => recipients.map((one) => one.toLowerCase()))),
  ];
  if (addresses.length === 0) return new Map();
  const { rows } = await sql<{
    address: string;
    language: Language;
  }>`SELECT address, language FROM languages_of_addresses(${addresses}::text[])`.execute(db);
  return new Map(rows.map(({ address, language }) => [address, language]));
}

async function loadSettings(db: Db): Promise<NotificationSettings> {
  const [webhooks, traps, mails, schedules, smtp, alarms, kpis] = await Promise.all([
    db.selectFrom('webhook').selectAll().where('enabled', '=', true).orderBy('id').execute(),
    db.selectFrom('trap_receiver').selectAll().where('enabled', '=', true).orderBy('id').execute(),
    db.selectFrom('alarm_mail').selectAll().where('enabled', '=', true).orderBy('id').execute(),
    db
      .selectFrom('schedule')
      .select(['id', 'customer_id', 'trigger', 'active_since'])
      .where('enabled', '=', true)
      .where(sql<boolean>`trigger ->> 'kind' = 'alarm'`)
      .orderBy('id')
      .execute(),
    db.selectFrom('setting').select('value').where('name', '=', SMTP_SETTING).executeTakeFirst(),
    db
      .selectFrom('cockpit_alarm')
      .select(['id', 'label', 'snmp_trap', 'visibility'])
      .select(['topology_levels', 'topology_filter', 'runbook'])
      .orderBy('id')
      .execute(),
    db
      .selectFrom('kpi_definition')
      .select(['id', 'key', 'name_en as en', 'name_fr as fr', 'unit'])
      .orderBy('id')
      .execute(),
  ]);
  const mailTargets = mails.map(mailTarget);
  return {
    webhooks: byId(webhooks.map(webhookTarget)),
    traps: byId(traps.map(trapTarget)),
    mails: byId(mailTargets),
    schedules: byId(scheduleTargets(schedules)),
    smtp: smtp === undefined ? undefined : SealedSmtp.parse(smtp.value),
    alarms: new Map(
      alarms.map(({ id, label, snmp_trap, visibility, topology_levels, topology_filter, runbook }) => [
        id,
        {
          name: label,
          isTrap: snmp_trap,
          isRestricted: visibility !== 'everyone',
          topology: topologyOf({ topology_levels, topology_filter }),
          ...(runbook === '' ? {} : { runbook }),
        },
      ]),
    ),
    kpis: byId(kpis),
    languages: await languagesOf(db, mailTargets),
  };
}

const inText = (_: string, value: unknown): unknown => (value instanceof Set ? [...value] : value);
const textOf = ({ smtp, ...maps }: NotificationSettings): string =>
  JSON.stringify([smtp, ...Object.values(maps).map((map) => [...map])], inText);

/** The notification settings, live. A deleted alarm or KPI keeps its name: its clear is still to be sent. */
export async function watchSettings(
  needs: LiveConfigNeeds & { readonly db: Db },
): Promise<Reloadable<NotificationSettings>> {
  const alarms = new Map<number, NotifiedAlarm>();
  const kpis = new Map<number, NotifiedKpi>();
  const read = async (): Promise<NotificationSettings> => {
    const settings = await loadSettings(needs.db);
    for (const [id, alarm] of settings.alarms) alarms.set(id, alarm);
    for (const [id, deleted] of await deletedAlarms(needs.db, needs.clock.now()))
      alarms.set(id, { ...deleted, ...alarms.get(id), isRestricted: deleted.isRestricted });
    for (const [id, kpi] of settings.kpis) kpis.set(id, kpi);
    return { ...settings, alarms: new Map(alarms), kpis: new Map(kpis) };
  };
  return watchConfig(needs, {
    entity: ['notification', 'cockpit', 'kpi'],
    read,
    same: (one, other) => textOf(one) === textOf(other),
  });
}
