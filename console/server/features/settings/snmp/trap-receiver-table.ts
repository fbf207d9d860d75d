import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { Secret } from '#schemas/audit/secret.ts';
import { withSnmpSecrets } from '#schemas/inventory/snmp-secrets.ts';
import { ENGINE_SETTINGS, SenderEngineSetting } from '#schemas/settings/snmp/sender-engine.ts';
import { TrapReceiver } from '#schemas/settings/snmp/trap-receiver.ts';
import type { trapReceiver } from '#schemas/table/notification.ts';
import type { Row } from '#schemas/table/relation.ts';
import { TargetTable } from '../../../shared/notification/target-table.ts';

const noSecrets = {
  community: null,
  user_name: null,
  auth_protocol: null,
  auth_password: null,
  priv_protocol: null,
  priv_password: null,
};

function accessCells(access: TrapReceiver['access']) {
  if (access.version === 'v2c') return { ...noSecrets, version: 'v2c', community: access.community };
  const { user, auth, priv } = access;
  return {
    ...noSecrets,
    version: 'v3',
    user_name: user,
    auth_protocol: auth?.protocol ?? null,
    auth_password: auth?.password ?? null,
    priv_protocol: priv?.protocol ?? null,
    priv_password: priv?.password ?? null,
  };
}

const cells = (
  { name, enabled, host, port, inform, access, includeRestricted, notifyPlatformEvents }: TrapReceiver,
  { seal }: SecretBox,
) => ({
  name,
  enabled,
  host,
  port,
  inform,
  include_restricted: includeRestricted,
  notify_platform_events: notifyPlatformEvents,
  ...accessCells(withSnmpSecrets(access, seal)),
});

const secretOf = (protocol: string | null, password: string | null) =>
  protocol === null || password === null ? null : { protocol, password };

function receiverOf(row: Row<typeof trapReceiver>, { open }: SecretBox): TrapReceiver {
  const { name, enabled, host, port, inform, version, community } = row;
  const access =
    version === 'v2c'
      ? { version, community: community ?? '' }
      : {
          version,
          user: row.user_name,
          auth: secretOf(row.auth_protocol, row.auth_password),
          priv: secretOf(row.priv_protocol, row.priv_password),
        };
  const opened = withSnmpSecrets(access, open);
  return TrapReceiver.parse({
    ...{ name, enabled, host, port, inform, access: opened },
    includeRestricted: row.include_restricted,
    notifyPlatformEvents: row.notify_platform_events,
  });
}

const toldKey = (key: { readonly protocol: string; readonly password: string } | null) =>
  key && { ...key, password: new Secret(key.password) };

function told({ access, ...receiver }: TrapReceiver) {
  if (access.version === 'v2c')
    return fieldsOf({ ...receiver, access: { ...access, community: new Secret(access.community) } });
  const { auth, priv, ...plain } = access;
  return fieldsOf({ ...receiver, access: { ...plain, auth: toldKey(auth), priv: toldKey(priv) } });
}

/** Receivers of traps in PostgreSQL. */
export const trapReceiverTable = ({
  secrets,
  ...needs
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}): TargetTable<TrapReceiver, Row<typeof trapReceiver>> =>
  new TargetTable(needs, {
    table: 'trap_receiver',
    subject: 'trap',
    read: (row) => receiverOf(row, secrets),
    cells: (one) => cells(one, secrets),
    told,
  });

/** Ids of the engines that send v3 traps. */
export async function senderEngines(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('setting')
    .select('value')
    .where('name', 'like', `${ENGINE_SETTINGS}%`)
    .orderBy('name')
    .execute();
  return rows.map(({ value }) => SenderEngineSetting.parse(value).id);
}
