import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import type { WebhookView } from '#schemas/settings/webhook/routes.ts';
import { withHeaderSecrets } from '#schemas/settings/webhook/webhook-secrets.ts';
import { WebhookTrigger } from '#schemas/settings/webhook/webhook.ts';
import type { Webhook } from '#schemas/settings/webhook/webhook.ts';
import { unlessTaken } from '../../../shared/notification/unless-taken.ts';

export type StoredWebhook = Webhook & { readonly id: number };

const cells = (
  { name, enabled, url, headers, payload, trigger, allowInsecure }: Webhook,
  { seal }: SecretBox,
) => ({
  name,
  enabled,
  url,
  headers: JSON.stringify(withHeaderSecrets(headers, seal)) as unknown as Webhook['headers'],
  payload_kind: payload.kind,
  template: payload.template,
  trigger,
  allow_insecure: allowInsecure,
});

/** Webhooks in PostgreSQL. */
export class WebhookRepository {
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

  /** With the values of headers sealed. */
  async list(): Promise<readonly StoredWebhook[]> {
    const rows = await this.#db.selectFrom('webhook').selectAll().orderBy('name').execute();
    return rows.map(({ id, name, enabled, url, headers, ...row }) => ({
      id,
      name,
      enabled,
      url,
      headers: [...headers],
      payload: { kind: row.payload_kind === 'json' ? 'json' : 'text', template: row.template },
      trigger: WebhookTrigger.parse(row.trigger),
      allowInsecure: row.allow_insecure,
    }));
  }

  async find(id: number): Promise<StoredWebhook | undefined> {
    const found = (await this.list()).find((webhook) => webhook.id === id);
    return found && { ...found, headers: withHeaderSecrets(found.headers, this.#secrets.open) };
  }

  async add(webhook: Webhook): Promise<number> {
    const now = this.#clock.now();
    const values = { ...cells(webhook, this.#secrets), active_since: now, updated_at: now };
    const { id } = await unlessTaken(
      this.#db.insertInto('webhook').values(values).returning('id').executeTakeFirstOrThrow(),
    );
    return id;
  }

  /** `wasEnabled`: before. A webhook that is switched on does not tell what was meanwhile. */
  async save(id: number, webhook: Webhook, wasEnabled: boolean): Promise<void> {
    const now = this.#clock.now();
    const active = webhook.enabled && !wasEnabled ? { active_since: now } : {};
    const set = { ...cells(webhook, this.#secrets), ...active, updated_at: now };
    await unlessTaken(this.#db.updateTable('webhook').set(set).where('id', '=', id).execute());
  }

  /** Answers whether it was there. */
  async remove(id: number): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('webhook')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }
}

/** Without the values of its headers. */
export const viewOf = (webhook: StoredWebhook): WebhookView => ({
  ...webhook,
  headers: webhook.headers.map(({ name }) => ({ name, value: null })),
});
