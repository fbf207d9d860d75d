import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { SAML_SETTING, withSamlSecrets } from '#schemas/settings/saml/saml-secrets.ts';
import { KEPT_SECRET, SamlSettings } from '#schemas/settings/saml/saml.ts';

function secretsOf(settings: SamlSettings): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  withSamlSecrets(settings, (secret, at) => {
    found.set(at, secret);
    return secret;
  });
  return found;
}

/** Settings of the identity provider; its secrets stand sealed in the table. */
export class SamlSettingsStore {
  readonly #db: Db;
  readonly #secrets: SecretBox;

  constructor({ db, secrets }: { db: Db; secrets: SecretBox }) {
    this.#db = db;
    this.#secrets = secrets;
  }

  async read(): Promise<SamlSettings | undefined> {
    const row = await this.#db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', SAML_SETTING)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    // Opened first: a sealed text is longer than the limits allow.
    const opened = withSamlSecrets(row.value as SamlSettings, (secret, purpose) =>
      this.#secrets.open(secret, purpose),
    );
    return SamlSettings.parse(opened);
  }

  /** As they are told: secrets only as being there. */
  async view(): Promise<SamlSettings | null> {
    const settings = await this.read();
    return settings === undefined ? null : withSamlSecrets(settings, () => KEPT_SECRET);
  }

  /** With the stored secrets put in where they are to be kept. */
  async completed(settings: SamlSettings): Promise<SamlSettings> {
    const stored = await this.read();
    const before = stored === undefined ? new Map<string, string>() : secretsOf(stored);
    return withSamlSecrets(settings, (secret, at) =>
      secret === KEPT_SECRET ? (before.get(at) ?? '') : secret,
    );
  }

  async save(settings: SamlSettings): Promise<void> {
    const sealed = withSamlSecrets(settings, (secret, purpose) => this.#secrets.seal(secret, purpose));
    const value = JSON.stringify(sealed);
    await this.#db
      .insertInto('setting')
      .values({ name: SAML_SETTING, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  }
}
