import { z } from 'zod';
import { authProtocols, privProtocols } from '#schemas/inventory/snmp-access.ts';
import { topologyDefault, topologyOf } from '#schemas/cockpit/topology.ts';
import type { Topology } from '#schemas/cockpit/topology.ts';
import { AlarmMail } from '#schemas/settings/mail/alarm-mail.ts';
import { SMTP_SETTING, Smtp } from '#schemas/settings/smtp/smtp.ts';
import { Webhook } from '#schemas/settings/webhook/webhook.ts';
import type { alarmMail, trapReceiver, webhook } from '#schemas/table/notification.ts';
import type { Unit } from '#schemas/unit/unit.ts';
import type { Row } from '#schemas/table/relation.ts';
import { later } from '#platform/clock/later.ts';
import { hold } from '#platform/configuration/hold.ts';
import type { HoldNeeds, Reloadable } from '#platform/configuration/hold.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { MailTarget, TrapTarget, WebhookTarget } from './target.ts';

/** A sealed password is longer than the one it hides. */
const SealedSmtp = Smtp.extend({ password: z.string() });

export interface KnownAlarm {
  readonly name: string;
  /** Notified by trap. */
  readonly isTrap: boolean;
  /** Told only where restricted alarms are told too. */
  readonly isRestricted: boolean;
  /** What is told of the surroundings of its elements. */
  readonly topology: Topology;
}

export interface KnownKpi {
  readonly key: string;
  readonly en: string;
  readonly unit: Unit;
}

/** Whom to tell, how, and of which alarms. Targets that are switched off are left out; their secrets are sealed. */
export interface NotificationSettings {
  readonly webhooks: ReadonlyMap<number, WebhookTarget>;
  readonly traps: ReadonlyMap<number, TrapTarget>;
  readonly mails: ReadonlyMap<number, MailTarget>;
  /** Undefined: there is no way to send mail. */
  readonly smtp: Smtp | undefined;
  readonly alarms: ReadonlyMap<number, KnownAlarm>;
  /** KPIs that administrators defined, by number. */
  readonly kpis: ReadonlyMap<number, KnownKpi>;
}

function webhookTarget(row: Row<typeof webhook>): WebhookTarget {
  const { url, headers, payload_kind, template, trigger, allow_insecure } = row;
  const { payload, ...parsed } = Webhook.omit({
    name: true,
    enabled: true,
    headers: true,
    restricted: true,
    platform: true,
  }).parse({
    url,
    trigger,
    payload: { kind: payload_kind, template },
    allowInsecure: allow_insecure,
  });
  const { id, name, active_since, restricted, platform } = row;
  return {
    kind: 'webhook',
    id,
    name,
    restricted,
    platform,
    activeSinceMs: active_since.getTime(),
    payload,
    headers: [...headers],
    ...parsed,
  };
}

/** Undefined where a protocol is not used, or is none that we know. */
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
  restricted: row.restricted,
  platform: row.platform,
  access: accessOf(row),
});

function mailTarget({ id, name, active_since, ...row }: Row<typeof alarmMail>): MailTarget {
  const { customers, severities, alarms, ...parsed } = AlarmMail.omit({ name: true, enabled: true }).parse({
    recipients: row.recipients,
    trigger: row.trigger,
    customers: row.customers,
    severities: row.severities,
    alarms: row.alarms,
    grouping: row.grouping,
    subject: row.subject,
    body: row.body,
    restricted: row.restricted,
    platform: row.platform,
  });
  return {
    ...parsed,
    kind: 'mail',
    id,
    name,
    activeSinceMs: active_since.getTime(),
    customers: new Set(customers),
    severities: new Set(severities),
    alarms: new Set(alarms),
  };
}

const byId = <One extends { readonly id: number }>(list: readonly One[]): ReadonlyMap<number, One> =>
  new Map(list.map((one) => [one.id, one]));

/** For so long the name and the visibility of a deleted alarm are looked up: its clears come with the next windows. */
const DELETED_MS = 7 * 24 * 3_600_000;

/** Alarms that were deleted of late, as they were: their clears are still to be told. */
async function deletedAlarms(db: Db, now: Date): Promise<readonly (readonly [number, KnownAlarm])[]> {
  const rows = await db
    .selectFrom('past_name')
    .select(['subject_id', 'name', 'visibility'])
    .where('subject', '=', 'alarm')
    .where('gone', '=', true)
    .where('until', '>', later(now, -DELETED_MS))
    .orderBy('until')
    .execute();
  return rows.map(({ subject_id, name, visibility }) => [
    subject_id,
    { name, isTrap: false, isRestricted: visibility !== 'everyone', topology: topologyDefault },
  ]);
}

async function loadSettings(db: Db): Promise<NotificationSettings> {
  const [webhooks, traps, mails, smtp, alarms, kpis] = await Promise.all([
    db.selectFrom('webhook').selectAll().where('enabled', '=', true).orderBy('id').execute(),
    db.selectFrom('trap_receiver').selectAll().where('enabled', '=', true).orderBy('id').execute(),
    db.selectFrom('alarm_mail').selectAll().where('enabled', '=', true).orderBy('id').execute(),
    db.selectFrom('setting').select('value').where('name', '=', SMTP_SETTING).executeTakeFirst(),
    db
      .selectFrom('cockpit_alarm')
      .select(['id', 'label', 'snmp_trap', 'visibility'])
      .select(['topology_levels', 'topology_filter'])
      .orderBy('id')
      .execute(),
    db.selectFrom('kpi_definition').select(['id', 'key', 'name_en as en', 'unit']).orderBy('id').execute(),
  ]);
  return {
    webhooks: byId(webhooks.map(webhookTarget)),
    traps: byId(traps.map(trapTarget)),
    mails: byId(mails.map(mailTarget)),
    smtp: smtp === undefined ? undefined : SealedSmtp.parse(smtp.value),
    alarms: new Map(
      alarms.map(({ id, label, snmp_trap, visibility, topology_levels, topology_filter }) => [
        id,
        {
          ...{ name: label, isTrap: snmp_trap, isRestricted: visibility !== 'everyone' },
          topology: topologyOf({ topology_levels, topology_filter }),
        },
      ]),
    ),
    kpis: byId(kpis),
  };
}

const inText = (_: string, value: unknown): unknown => (value instanceof Set ? [...value] : value);
const textOf = ({ webhooks, traps, mails, smtp, alarms, kpis }: NotificationSettings): string =>
  JSON.stringify([[...webhooks], [...traps], [...mails], smtp, [...alarms], [...kpis]], inText);

/** The settings of notification, live. An alarm or a KPI that was deleted keeps its name: a clear still has to be told. */
export async function holdSettings(
  needs: HoldNeeds & { readonly db: Db },
): Promise<Reloadable<NotificationSettings>> {
  const alarms = new Map<number, KnownAlarm>();
  const kpis = new Map<number, KnownKpi>();
  const read = async (): Promise<NotificationSettings> => {
    const settings = await loadSettings(needs.db);
    for (const [id, alarm] of settings.alarms) alarms.set(id, alarm);
    for (const [id, gone] of await deletedAlarms(needs.db, needs.clock.now()))
      alarms.set(id, { ...gone, ...alarms.get(id), isRestricted: gone.isRestricted });
    for (const [id, kpi] of settings.kpis) kpis.set(id, kpi);
    return { ...settings, alarms: new Map(alarms), kpis: new Map(kpis) };
  };
  return hold(needs, {
    entity: ['notification', 'cockpit', 'kpi'],
    read,
    same: (one, other) => textOf(one) === textOf(other),
  });
}
