import type { Kysely } from 'kysely';
import type { Database } from '#schemas/table/postgres.ts';
import { ChainCheck, type BrokenLink, type ChainHead } from './chain.ts';

const ROWS_PER_READ = 1_000;

export interface Verified {
  /** The last valid link. */
  readonly head: ChainHead;
  readonly broken: BrokenLink | undefined;
  /** Whether the chain contains the externally recorded link; undefined without one. */
  readonly noted: boolean | undefined;
}

/**
 * Checks the whole chain in one snapshot. `noted` is a link that was recorded elsewhere: a chain that was rewritten from its
 * start is consistent but does not contain it.
 */
export async function verifyChain(db: Kysely<Database>, noted?: ChainHead): Promise<Verified> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const check = new ChainCheck();
      let found = noted === undefined ? undefined : false;
      for (let after = 0; ;) {
        const rows = await tx
          .selectFrom('audit_event')
          .selectAll()
          .where('seq', '>', after)
          .orderBy('seq')
          .limit(ROWS_PER_READ)
          .execute();
        for (const row of rows) {
          check.check(row);
          if (row.seq === noted?.seq && row.hash === noted.hash) found = true;
        }
        const last = rows.at(-1);
        if (last === undefined || check.broken !== undefined) break;
        after = last.seq;
      }
      const head = await tx
        .selectFrom('audit_head')
        .select(['seq', 'hash'])
        .where('id', '=', 1)
        .executeTakeFirstOrThrow();
      check.end(head);
      return { head: check.head, broken: check.broken, noted: found };
    });
}
