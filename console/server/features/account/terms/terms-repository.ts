import { asNames } from '#platform/postgres/as-names.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { z } from 'zod';
import type { listTermsAcceptances, listTermsVersions, TermsText } from '#schemas/account/terms.ts';
import { accountsSeenBy } from '../../../kernel/access/accounts-seen-by.ts';
import type { Audit } from '../../../kernel/audit/audit-trail.ts';
import type { Caller } from '../../../kernel/access/caller.ts';
import { transact, type Actor } from '../../../shared/repository/transact.ts';

type Version = z.output<typeof listTermsVersions.reply>['versions'][number];
type Acceptance = z.output<typeof listTermsAcceptances.reply>['acceptances'][number];

interface Terms extends TermsText {
  readonly version: number;
  readonly publishedAt: Date;
}

/** Versions of the terms and conditions, and their acceptances. */
export class TermsRepository {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  async readCurrent(): Promise<Terms | undefined> {
    const row = await this.#db
      .selectFrom('terms')
      .select(['version', 'en', 'fr', 'published_at'])
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row && { version: row.version, en: row.en, fr: row.fr, publishedAt: row.published_at };
  }

  /** Number of visible users who accepted a version. */
  async countAcceptances(version: number, caller: Caller): Promise<number> {
    const { accepted } = await this.#db
      .selectFrom('terms_acceptance')
      .innerJoin('account', 'account.id', 'account_id')
      .select((eb) => eb.fn.countAll<number>().as('accepted'))
      .where('terms_acceptance.version', '=', version)
      .where(accountsSeenBy(caller))
      .executeTakeFirstOrThrow();
    return accepted;
  }

  /** Newest first. Names the publisher only if the caller may see that user. */
  async listVersions(caller: Caller): Promise<Version[]> {
    const rows = await this.#db
      .selectFrom('terms')
      .leftJoin('account', (join) =>
        join.onRef('account.id', '=', 'terms.published_by').on(accountsSeenBy(caller)),
      )
      .select(['terms.version', 'en', 'fr', 'published_at', 'username'])
      .select((eb) =>
        eb
          .selectFrom('terms_acceptance')
          .innerJoin('account', 'account.id', 'terms_acceptance.account_id')
          .where(accountsSeenBy(caller))
          .select((of) => of.fn.countAll<number>().as('accepted'))
          .whereRef('terms_acceptance.version', '=', 'terms.version')
          .as('accepted'),
      )
      .orderBy('terms.version', 'desc')
      .execute();
    return rows.map(({ version, en, fr, published_at, username, accepted }) => ({
      version,
      en,
      fr,
      publishedAt: published_at.getTime(),
      publishedBy: username ?? '',
      accepted: accepted ?? 0,
    }));
  }

  /** Acceptances of visible users, newest first. */
  async listAcceptances(version: number, caller: Caller): Promise<Acceptance[]> {
    const query = this.#db
      .selectFrom('terms_acceptance')
      .innerJoin('account', 'account.id', 'account_id')
      .select(['username', 'accepted_at'])
      .where('terms_acceptance.version', '=', version)
      .orderBy('accepted_at', 'desc')
      .orderBy('username', asNames);
    return (await query.where(accountsSeenBy(caller)).execute()).map(({ username, accepted_at }) => ({
      username,
      acceptedAt: accepted_at.getTime(),
    }));
  }

  /** Returns the new version. */
  async publish({ en, fr }: TermsText, actor: Actor): Promise<number> {
    const previous = await this.readCurrent();
    const needs = { db: this.#db, clock: this.#clock };
    return transact(needs, actor, {}, async ({ tx, now, record }) => {
      const { version } = await tx
        .insertInto('terms')
        .values({ en, fr, published_at: now, published_by: actor.caller.id })
        .returning('version')
        .executeTakeFirstOrThrow();
      await record({
        action: 'terms.publish',
        subject: 'terms',
        subjectId: version,
        after: { version, en, fr },
        ...(previous === undefined
          ? {}
          : { before: { version: previous.version, en: previous.en, fr: previous.fr } }),
      });
      return version;
    });
  }

  /** Whether the account accepted the current version. True without any version. */
  async hasAccepted(accountId: number): Promise<boolean> {
    const row = await this.#db
      .selectFrom('terms')
      .leftJoin('terms_acceptance', (join) =>
        join
          .onRef('terms_acceptance.version', '=', 'terms.version')
          .on('terms_acceptance.account_id', '=', accountId),
      )
      .select('terms_acceptance.account_id as accepted')
      .orderBy('terms.version', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row === undefined || row.accepted !== null;
  }

  async accept(
    { id, username }: { readonly id: number; readonly username: string },
    version: number,
    audit: Audit,
  ): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      await tx
        .insertInto('terms_acceptance')
        .values({ account_id: id, version, accepted_at: this.#clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const subject = { subject: 'user', subjectId: id, subjectName: username };
      await audit(tx, { action: 'terms.accept', ...subject, after: { version } });
    });
  }
}
