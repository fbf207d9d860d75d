import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { withSnmpSecrets } from '#schemas/inventory/snmp-secrets.ts';
import { ENGINE_SETTINGS, SenderEngineSetting } from '#schemas/settings/snmp/sender-engine.ts';
import { TrapReceiver } from '#schemas/settings/snmp/trap-receiver.ts';
import type { trapReceiver } from '#schemas/table/notification.ts';
import type { Row } from '#schemas/table/relation.ts';
import { unlessTaken } from '../../../shared/notification/unless-taken.ts';

export type StoredReceiver = TrapReceiver & { readonly id: number };

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

const cells = ({ name, enabled, host, port, inform, access }: TrapReceiver, { seal }: SecretBox) => ({
  name,
  enabled,
  host,
  port,
  inform,
  ...accessCells(withSnmpSecrets(access, seal)),
});

const secretOf = (protocol: string | null, password: string | null) =>
  protocol === null || password === null ? null : { protocol, password };

function receiverOf(row: Row<typeof trapReceiver>, { open }: SecretBox): StoredReceiver {
  const { id, name, enabled, host, port, inform, version, community } = row;
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
  return { ...TrapReceiver.parse({ name, enabled, host, port, inform, access: opened }), id };
}

/** Receivers of traps in PostgreSQL. */
export class TrapReceiverRepository {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #secrets: SecretBox;

  constructor({
    db,
    clock,
    secrets,
  }: {
    readonly db: Db;
    readonly clock: Clock;
    readonly secrets: SecretBox;
  }) {
    this.#db = db;
    this.#clock = clock;
    this.#secrets = secrets;
  }

  async list(): Promise<readonly StoredReceiver[]> {
    const rows = await this.#db.selectFrom('trap_receiver').selectAll().orderBy('name').execute();
    return rows.map((row) => receiverOf(row, this.#secrets));
  }

  async find(id: number): Promise<StoredReceiver | undefined> {
    return (await this.list()).find((receiver) => receiver.id === id);
  }

  /** Ids of the engines that send v3 traps. */
  async engines(): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('setting')
      .select('value')
      .where('name', 'like', `${ENGINE_SETTINGS}%`)
      .orderBy('name')
      .execute();
    return rows.map(({ value }) => SenderEngineSetting.parse(value).id);
  }

  async add(receiver: TrapReceiver): Promise<number> {
    const now = this.#clock.now();
    const values = { ...cells(receiver, this.#secrets), active_since: now, updated_at: now };
    const { id } = await unlessTaken(
      this.#db.insertInto('trap_receiver').values(values).returning('id').executeTakeFirstOrThrow(),
    );
    return id;
  }

  /** `wasEnabled`: before. A receiver that is switched on is not told what was meanwhile. */
  async save(id: number, receiver: TrapReceiver, wasEnabled: boolean): Promise<void> {
    const now = this.#clock.now();
    const active = receiver.enabled && !wasEnabled ? { active_since: now } : {};
    const set = { ...cells(receiver, this.#secrets), ...active, updated_at: now };
    await unlessTaken(this.#db.updateTable('trap_receiver').set(set).where('id', '=', id).execute());
  }

  /** Answers whether it was there. */
  async remove(id: number): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('trap_receiver')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }
}
