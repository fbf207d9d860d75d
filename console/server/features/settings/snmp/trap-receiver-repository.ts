import { asNames } from '#platform/postgres/as-names.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { Secret } from '#schemas/audit/secret.ts';
import { withSnmpSecrets } from '#schemas/inventory/snmp-secrets.ts';
import { ENGINE_SETTINGS, SenderEngineSetting, TrapReceiver } from '#schemas/settings/snmp/trap-receiver.ts';
import type { trapReceiver } from '#schemas/table/notification.ts';
import type { Row } from '#schemas/table/relation.ts';
import { filterColumns, parseFilter } from '../../../shared/notification/target-filter.ts';
import { TargetRepository } from '../../../shared/notification/target-repository.ts';

const noSecrets = {
  community: null,
  user_name: null,
  auth_protocol: null,
  auth_password: null,
  priv_protocol: null,
  priv_password: null,
};

function accessColumns(access: TrapReceiver['access']) {
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

const columnsOfReceiver = (
  {
    name,
    enabled,
    host,
    port,
    inform,
    access,
    includeRestricted,
    notifyPlatformEvents,
    ...filter
  }: TrapReceiver,
  { seal }: SecretBox,
) => ({
  name,
  enabled,
  host,
  port,
  inform,
  include_restricted: includeRestricted,
  notify_platform_events: notifyPlatformEvents,
  ...filterColumns(filter),
  ...accessColumns(withSnmpSecrets(access, seal)),
});

const secretOf = (protocol: string | null, password: string | null) =>
  protocol === null || password === null ? null : { protocol, password };

function parseReceiver(row: Row<typeof trapReceiver>, { open }: SecretBox): TrapReceiver {
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
    name,
    enabled,
    host,
    port,
    inform,
    access: opened,
    includeRestricted: row.include_restricted,
    notifyPlatformEvents: row.notify_platform_events,
    ...parseFilter(row),
  });
}

const auditedKey = (key: { readonly protocol: string; readonly password: string } | null) =>
  key && { ...key, password: new Secret(key.password) };

/** Fields recorded in the audit trail. */
function auditSnapshot({ access, ...receiver }: TrapReceiver) {
  if (access.version === 'v2c')
    return fieldsOf({ ...receiver, access: { ...access, community: new Secret(access.community) } });
  const { auth, priv, ...plain } = access;
  return fieldsOf({ ...receiver, access: { ...plain, auth: auditedKey(auth), priv: auditedKey(priv) } });
}

/** Receivers of traps. */
export class TrapReceiverRepository extends TargetRepository<TrapReceiver, Row<typeof trapReceiver>> {
  readonly #db: Db;

  constructor({
    secrets,
    ...needs
  }: {
    readonly db: Db;
    readonly clock: Clock;
    readonly secrets: SecretBox;
  }) {
    super(needs, {
      table: 'trap_receiver',
      subject: 'trap',
      parse: (row) => parseReceiver(row, secrets),
      columns: (one) => columnsOfReceiver(one, secrets),
      auditSnapshot,
    });
    this.#db = needs.db;
  }

  /** The ids of the SNMP engines that send v3 traps. */
  async readSenderEngines(): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('setting')
      .select('value')
      .where('name', 'like', `${ENGINE_SETTINGS}%`)
      .orderBy('name', asNames)
      .execute();
    return rows.map(({ value }) => SenderEngineSetting.parse(value).id);
  }
}
