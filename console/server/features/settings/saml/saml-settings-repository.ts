import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { Secret } from '#schemas/audit/secret.ts';
import { SAML_SETTING, withSamlSecrets } from '#schemas/settings/saml/saml-secrets.ts';
import { UNCHANGED_SECRET, SamlSettings } from '#schemas/settings/saml/saml.ts';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';
import { updateSetting } from '../../../kernel/setting/update-setting.ts';
import { mappingLine } from '../../../shared/identity/mapping-line.ts';
import { transact, type Actor } from '../../../shared/repository/transact.ts';

function secretsOf(settings: SamlSettings): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  withSamlSecrets(settings, (secret, at) => {
    found.set(at, secret);
    return secret;
  });
  return found;
}

/** Fields recorded in the audit trail: each secret by its purpose, lists as lines. */
function auditSnapshot(settings: SamlSettings) {
  const secrets = [...secretsOf(settings)].map(([at, value]) => [at, new Secret(value)] as const);
  const { privateKey: _, extra, mappings, ...plain } = settings;
  return {
    ...fieldsOf({ ...plain, mappings: mappings.map(mappingLine), extra: extra === null ? null : extra.url }),
    ...Object.fromEntries(secrets),
  };
}

export interface SamlSettingsNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}

/** The settings of the identity provider in PostgreSQL, with sealed secrets. */
export class SamlSettingsRepository {
  readonly #needs: SamlSettingsNeeds;

  constructor(needs: SamlSettingsNeeds) {
    this.#needs = needs;
  }

  async read(db: Db | Tx = this.#needs.db): Promise<SamlSettings | undefined> {
    const row = await db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', SAML_SETTING)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    // Opened first: sealed texts exceed the length limits.
    const opened = withSamlSecrets(row.value as SamlSettings, (secret, purpose) =>
      this.#needs.secrets.open(secret, purpose),
    );
    return SamlSettings.parse(opened);
  }

  /** The settings for display, with masked secrets. */
  async readMasked(): Promise<SamlSettings | null> {
    const settings = await this.read();
    return settings === undefined ? null : withSamlSecrets(settings, () => UNCHANGED_SECRET);
  }

  /** Replaces masked secrets by the stored ones. */
  async withStoredSecrets(settings: SamlSettings): Promise<SamlSettings> {
    const stored = await this.read();
    const before = stored === undefined ? new Map<string, string>() : secretsOf(stored);
    return withSamlSecrets(settings, (secret, at) =>
      secret === UNCHANGED_SECRET ? (before.get(at) ?? '') : secret,
    );
  }

  update(settings: SamlSettings, actor: Actor): Promise<void> {
    const value = withSamlSecrets(settings, (secret, purpose) => this.#needs.secrets.seal(secret, purpose));
    return transact(this.#needs, actor, {}, async ({ tx }) => {
      const stored = await this.read(tx);
      const before = stored && auditSnapshot(stored);
      const after = auditSnapshot(settings);
      await updateSetting(tx, actor.audit, { name: SAML_SETTING, value, before, after });
    });
  }
}
