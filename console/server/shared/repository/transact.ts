import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { isUniqueViolation } from '#platform/postgres/sql-state.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Audit, AuditEntries, Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

/** The user who makes a change, and the audit trail of their request. */
export interface Actor {
  readonly caller: Caller;
  readonly audit: Audit;
}

/** A change in progress: everything in it is committed together with its audit entries, or not at all. */
export interface Change<Acting extends Actor = Actor> {
  readonly tx: Tx;
  readonly actor: Acting;
  readonly now: Date;
  /** Records audit entries of the actor. Call it last, and once: it locks the audit chain until the commit. */
  readonly record: (entries: AuditEntries) => Promise<void>;
}

export interface TransactOptions {
  /** Problem of an unexpected error, the error as its cause. The error itself when not given. */
  readonly failure?: ProblemCode;
  /** Problem of a unique violation. */
  readonly duplicate?: ProblemCode;
  /** Field of the body that a unique violation is reported at, `name` for instance. */
  readonly duplicateField?: string;
}

function duplicateProblem(code: ProblemCode, field: string | undefined, cause: unknown): ProblemError {
  const errors = field === undefined ? [] : [{ path: `body.${field}`, code }];
  return new ProblemError(code, { cause, ...(errors.length === 0 ? {} : { errors }) });
}

function problemOfFailure(error: unknown, { failure, duplicate, duplicateField }: TransactOptions): unknown {
  if (error instanceof ProblemError) return error;
  if (duplicate !== undefined && isUniqueViolation(error))
    return duplicateProblem(duplicate, duplicateField, error);
  return failure === undefined ? error : new ProblemError(failure, { cause: error });
}

/** Runs a change and its audit entries in one transaction; maps unique violations and unexpected errors to problems. */
// oxlint-disable-next-line max-params -- every call reads in this order: stores, actor, options, change
export async function transact<Acting extends Actor, Value>(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  actor: Acting,
  options: TransactOptions,
  run: (change: Change<Acting>) => Promise<Value>,
): Promise<Value> {
  try {
    return await db
      .transaction()
      .execute((tx) => run({ tx, actor, now: clock.now(), record: (entries) => actor.audit(tx, entries) }));
  } catch (error) {
    throw problemOfFailure(error, options);
  }
}
