import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { KEPT_SECRET, SamlSettings } from '#schemas/settings/saml/saml.ts';

const NAME = 'saml';
const PURPOSE = 'saml';

type Change = (secret: string, at: string) => string;

/** Every secret of the settings through the same change; `at` tells which it is. */
const withSecrets = (settings: SamlSettings, change: Change): SamlSettings => ({
  ...settings,
  privateKey: settings.privateKey === null ? null : change(settings.privateKey, 'privateKey'),
  extra: settings.extra && {
    ...settings.extra,
    headers: settings.extra.headers.map(({ name, value }) => ({
      name,
      value: change(value, `header ${name}`),
    })),
  },
});

function secretsOf(settings: SamlSettings): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  withSecrets(settings, (secret, at) => {
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
      .where('name', '=', NAME)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return withSecrets(SamlSettings.parse(row.value), (secret, at) =>
      this.#secrets.open(secret, `${PURPOSE} ${at}`),
    );
  }

  /** As they are told: secrets only as being there. */
  async view(): Promise<SamlSettings | null> {
    const settings = await this.read();
    return settings === undefined ? null : withSecrets(settings, () => KEPT_SECRET);
  }

  /** With the stored secrets put in where they are to be kept. */
  async completed(settings: SamlSettings): Promise<SamlSettings> {
    const stored = await this.read();
    const before = stored === undefined ? new Map<string, string>() : secretsOf(stored);
    return withSecrets(settings, (secret, at) => (secret === KEPT_SECRET ? (before.get(at) ?? '') : secret));
  }

  async save(settings: SamlSettings): Promise<void> {
    const sealed = withSecrets(settings, (secret, at) => this.#secrets.seal(secret, `${PURPOSE} ${at}`));
    const value = JSON.stringify(sealed);
    await this.#db
      .insertInto('setting')
      .values({ name: NAME, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  }
}
