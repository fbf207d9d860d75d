import { verifyChain } from '#platform/audit/verify.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { AuditVerification } from '#schemas/audit/routes.ts';

/** Verifies the audit chain on request. Concurrent requests share one verification. */
export class ChainVerification {
  readonly #db: Db;
  readonly #clock: Clock;
  #running: Promise<AuditVerification> | undefined;
  /** Null before the first verification. */
  last: AuditVerification | null = null;

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  async newest(): Promise<number> {
    const { seq } = await this.#db
      .selectFrom('audit_head')
      .select('seq')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    return seq;
  }

  verify(): Promise<AuditVerification> {
    this.#running ??= this.#verify().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #verify(): Promise<AuditVerification> {
    const { head, broken } = await verifyChain(this.#db);
    const checkedAt = this.#clock.now().getTime();
    this.last = { checkedAt, seq: head.seq, hash: head.hash, broken: broken ?? null };
    return this.last;
  }
}
