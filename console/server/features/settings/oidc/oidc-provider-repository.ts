import type { Clock } from '#platform/clock/clock.ts';
import { asNames } from '#platform/postgres/as-names.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { Secret } from '#schemas/audit/secret.ts';
import { MAX_OIDC_PROVIDERS, OidcDraft } from '#schemas/settings/oidc/oidc.ts';
import type { ListedOidcProvider } from '#schemas/settings/oidc/routes.ts';
import { comparableIssuer, OIDC_CLIENT_SECRET, oidcFaultFound } from '#schemas/settings/oidc/rules.ts';
import { UNCHANGED_SECRET } from '#schemas/settings/saml/saml.ts';
import type { oidcProvider } from '#schemas/table/sign-in.ts';
import type { Row } from '#schemas/table/relation.ts';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { rejectInvalid, rejectStale } from '../../../shared/repository/reject-faults.ts';
import { transact, type Actor } from '../../../shared/repository/transact.ts';
import { mappingLine } from '../../../shared/identity/mapping-line.ts';
import { accountIssuerOf } from './account-issuer.ts';

type ProviderRow = Row<typeof oidcProvider>;

/** A stored provider with its secret. */
export interface OidcProvider extends OidcDraft {
  readonly id: number;
  readonly version: number;
}

interface OidcRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}

/** Fields recorded in the audit trail. */
const snapshotOf = ({ clientId, clientSecret, mappings, ...plain }: OidcDraft) =>
  fieldsOf({
    ...plain,
    // `clientId` is the id of a customer there.
    oidcClient: clientId,
    mappings: mappings.map(mappingLine),
    clientSecret: clientSecret === null ? null : new Secret(clientSecret),
  });

const entryOf = ({ id, name }: ProviderRow) =>
  ({ subject: 'oidc-provider', subjectId: id, subjectName: name }) as const;

/** OpenID Connect providers in PostgreSQL, with sealed secrets. */
export class OidcProviderRepository {
  readonly #needs: OidcRepositoryNeeds;

  constructor(needs: OidcRepositoryNeeds) {
    this.#needs = needs;
  }

  /** By name, with masked secrets. */
  async list(): Promise<ListedOidcProvider[]> {
    const { db } = this.#needs;
    const rows = await db.selectFrom('oidc_provider').selectAll().orderBy('name', asNames).execute();
    const counts = await db
      .selectFrom('account_identity')
      .select(({ fn }) => ['issuer', fn.countAll<string>().as('accounts')])
      .groupBy('issuer')
      .execute();
    const accountsOf = new Map(counts.map(({ issuer, accounts }) => [issuer, Number(accounts)]));
    return rows.map((row) => ({
      ...this.#parse(row, row.client_secret === null ? null : UNCHANGED_SECRET),
      accounts: accountsOf.get(accountIssuerOf(row)) ?? 0,
    }));
  }

  /** Enabled providers by name. */
  enabled(): Promise<Pick<ProviderRow, 'name' | 'slug'>[]> {
    return this.#needs.db
      .selectFrom('oidc_provider')
      .select(['name', 'slug'])
      .where('enabled', '=', true)
      .orderBy('name', asNames)
      .execute();
  }

  /** The provider with its secret. Undefined when there is none, or when it is disabled. */
  async findEnabled(slug: string): Promise<OidcProvider | undefined> {
    const row = await this.#needs.db
      .selectFrom('oidc_provider')
      .selectAll()
      .where('slug', '=', slug)
      .where('enabled', '=', true)
      .executeTakeFirst();
    return row && this.#open(row);
  }

  /** The provider of an issuer, as comparable issuers are written. Undefined when there is none, or when it is disabled. */
  async findByIssuer(issuer: string): Promise<OidcProvider | undefined> {
    const row = await this.#needs.db
      .selectFrom('oidc_provider')
      .selectAll()
      .where('issuer', '=', issuer)
      .where('enabled', '=', true)
      .executeTakeFirst();
    return row && this.#open(row);
  }

  async find(id: number): Promise<OidcProvider | undefined> {
    const row = await this.#needs.db
      .selectFrom('oidc_provider')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row && this.#open(row);
  }

  /** Throws VALIDATION for a name, slug or issuer of another provider, OIDC_TOO_MANY. */
  create(draft: OidcDraft, actor: Actor): Promise<{ id: number; version: number }> {
    return transact(this.#needs, actor, {}, async ({ tx, record }) => {
      await this.#rejectTaken(tx, draft, 0);
      const row = await tx
        .insertInto('oidc_provider')
        .values(this.#cellsOf(draft))
        .returningAll()
        .executeTakeFirstOrThrow();
      await record({ action: 'oidc-provider.create', ...entryOf(row), after: snapshotOf(draft) });
      return { id: row.id, version: row.version };
    });
  }

  /** `complete` returns the new provider from the stored one. Throws NOT_FOUND, CONFLICT, VALIDATION. Returns both. */
  update(
    id: number,
    {
      version,
      complete,
    }: { readonly version: number; readonly complete: (stored: OidcProvider) => OidcDraft },
    actor: Actor,
  ): Promise<{ readonly before: OidcProvider; readonly after: OidcProvider }> {
    return transact(this.#needs, actor, {}, async ({ tx, record }) => {
      const before = this.#open(await this.#lock(tx, id));
      rejectStale(before.version, version);
      const draft = complete(before);
      await this.#rejectTaken(tx, draft, id);
      const row = await tx
        .updateTable('oidc_provider')
        .set({ ...this.#cellsOf(draft), version: version + 1 })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const { id: _, version: __, ...stored } = before;
      const [old, after] = [snapshotOf(stored), snapshotOf(draft)];
      await record({ action: 'oidc-provider.update', ...entryOf(row), before: old, after });
      return { before, after: this.#open(row) };
    });
  }

  /** Throws NOT_FOUND. Returns the deleted provider. */
  delete(id: number, actor: Actor): Promise<OidcProvider> {
    return transact(this.#needs, actor, {}, async ({ tx, record }) => {
      const row = await this.#lock(tx, id);
      const { id: _, version: __, ...stored } = this.#open(row);
      await tx.deleteFrom('oidc_provider').where('id', '=', id).execute();
      await record({ action: 'oidc-provider.delete', ...entryOf(row), before: snapshotOf(stored) });
      return this.#open(row);
    });
  }

  /** Creations and changes run one after the other: they lock the table. */
  async #rejectTaken(tx: Tx, { name, slug, issuer }: OidcDraft, id: number): Promise<void> {
    const others = await tx
      .selectFrom('oidc_provider')
      .select(['name', 'slug', 'issuer'])
      .where('id', '<>', id)
      .forUpdate()
      .execute();
    if (id === 0 && others.length >= MAX_OIDC_PROVIDERS)
      throw new ProblemError('OIDC_TOO_MANY', { params: { max: MAX_OIDC_PROVIDERS } });
    const isTaken = (test: (other: (typeof others)[number]) => boolean): boolean => others.some(test);
    rejectInvalid([
      ...(isTaken((other) => other.name.toLowerCase() === name.toLowerCase())
        ? [oidcFaultFound.nameTaken]
        : []),
      ...(isTaken((other) => other.slug === slug) ? [oidcFaultFound.slugTaken] : []),
      ...(isTaken((other) => other.issuer === comparableIssuer(issuer)) ? [oidcFaultFound.issuerTaken] : []),
    ]);
  }

  /** Locked until the end of the transaction. Throws NOT_FOUND. */
  async #lock(tx: Tx, id: number): Promise<ProviderRow> {
    const row = await tx
      .selectFrom('oidc_provider')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    return row;
  }

  #cellsOf({ name, slug, enabled, issuer, clientSecret, ...settings }: OidcDraft) {
    return {
      name,
      slug,
      enabled,
      issuer: comparableIssuer(issuer),
      client_secret:
        clientSecret === null ? null : this.#needs.secrets.seal(clientSecret, OIDC_CLIENT_SECRET),
      settings: JSON.stringify({ ...settings, issuer }),
    };
  }

  #parse(
    { id, version, name, slug, enabled, settings }: ProviderRow,
    clientSecret: string | null,
  ): OidcProvider {
    const draft = OidcDraft.parse({ ...(settings as object), name, slug, enabled, clientSecret });
    return { ...draft, id, version };
  }

  #open(row: ProviderRow): OidcProvider {
    const { client_secret: sealed } = row;
    return this.#parse(row, sealed === null ? null : this.#needs.secrets.open(sealed, OIDC_CLIENT_SECRET));
  }
}
