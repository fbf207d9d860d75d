import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { Secret } from '#schemas/audit/secret.ts';
import { SAML_SETTING, withSamlSecrets } from '#schemas/settings/saml/saml-secrets.ts';
import { KEPT_SECRET, SamlSettings } from '#schemas/settings/saml/saml.ts';
import type { Audit, Tx } from '#server/kernel/audit/audit-trail.ts';
import { updateSetting } from '#server/kernel/setting/update-setting.ts';

function secretsOf(settings: SamlSettings): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  withSamlSecrets(settings, (secret, at) => {
    found.set(at, secret);
    return secret;
  });
  return found;
}

/** A mapping as a line of its own: what was added, and what taken away, is seen. */
const lineOf = ({ type, source, path, expected, target, by }: SamlSettings['mappings'][number]): string =>
  `${type} = ${source}.${path}${expected === null ? '' : ` "${expected}"`}${target === null ? '' : ` → ${target}`} (${by})`;

/** What the audit tells: each secret by its purpose, what stands in lists as lines. */
function told(settings: SamlSettings) {
  const secrets = [...secretsOf(settings)].map(([at, value]) => [at, new Secret(value)] as const);
  const { privateKey: _, extra, mappings, ...plain } = settings;
  return {
    ...fieldsOf({ ...plain, mappings: mappings.map(lineOf), extra: extra === null ? null : extra.url }),
    ...Object.fromEntries(secrets),
  };
}

/** Settings of the identity provider; its secrets stand sealed in the table. */
export class SamlSettingsRepository {
  readonly #db: Db;
  readonly #secrets: SecretBox;

  constructor({ db, secrets }: { db: Db; secrets: SecretBox }) {
    this.#db = db;
    this.#secrets = secrets;
  }

  async read(db: Db | Tx = this.#db): Promise<SamlSettings | undefined> {
    const row = await db
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

  async save(settings: SamlSettings, audit: Audit): Promise<void> {
    const value = withSamlSecrets(settings, (secret, purpose) => this.#secrets.seal(secret, purpose));
    await this.#db.transaction().execute(async (tx) => {
      const stored = await this.read(tx);
      const before = stored && told(stored);
      await updateSetting(tx, audit, { name: SAML_SETTING, value, before, after: told(settings) });
    });
  }
}
