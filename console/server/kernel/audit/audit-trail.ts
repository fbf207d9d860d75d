import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { appendEvents } from '#platform/audit/append.ts';
import type { UnlinkedEvent } from '#platform/audit/chain.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { fieldChangesOf, type AuditFields } from '#schemas/audit/field-changes.ts';
import type { AuditDetail, AuditKind, AuditVia } from '#schemas/audit/event.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { Caller } from '../access/caller.ts';

export type Tx = Transaction<Database>;

/** An audit entry of a feature. */
export interface AuditEntry {
  /** Feature and verb, for example `role.update`. */
  readonly action: string;
  readonly kind?: AuditKind;
  readonly code?: string;
  readonly subject: string;
  readonly subjectId?: string | number;
  readonly subjectName?: string;
  readonly customer?: number;
  /** Audit snapshots, secrets as `Secret`. No `before` for a created object, no `after` for a deleted one. */
  readonly before?: AuditFields;
  readonly after?: AuditFields;
  readonly note?: NonNullable<AuditDetail['note']>;
  readonly repeated?: number;
}

/** One entry, or those of a change of many objects in their order. */
export type AuditEntries = AuditEntry | readonly AuditEntry[];

/**
 * Appends entries to the audit trail, in their order. Call it in the transaction of the change, as its last statement, and once: each call
 * takes three statements while other changes wait. For changes outside PostgreSQL, pass the database.
 */
export type Audit = (db: Tx | Db, entries: AuditEntries) => Promise<void>;

/** Actor and source of an event. */
export interface AuditOrigin {
  readonly actorId: number | null;
  readonly actor: string;
  readonly via: AuditVia;
  readonly address: string;
  readonly requestId: string;
}

const viaOf = (caller: Caller | undefined): AuditVia => {
  if (caller === undefined) return 'none';
  return caller.token === undefined ? 'session' : 'token';
};

export function auditOriginOf(request: FastifyRequest): AuditOrigin {
  const caller = request.caller ?? request.sessionEvent?.caller;
  // During a sign-in the identity is proved, but there is no session yet.
  const actor = caller ?? request.pendingAccount;
  return {
    actorId: actor?.id ?? null,
    actor: actor?.username ?? '',
    via: viaOf(caller),
    address: request.ip,
    requestId: request.id,
  };
}

const SYSTEM: AuditOrigin = { actorId: null, actor: '', via: 'system', address: '', requestId: '' };

function detailOf({ before, after, note, repeated }: AuditEntry): AuditDetail {
  const changes = fieldChangesOf(before, after);
  return {
    ...(changes.length === 0 ? {} : { changes }),
    ...(note === undefined ? {} : { note }),
    ...(repeated === undefined ? {} : { repeated }),
  };
}

function eventOf(entry: AuditEntry, origin: AuditOrigin, at: Date): UnlinkedEvent {
  return {
    at,
    kind: entry.kind ?? 'change',
    action: entry.action,
    code: entry.code ?? null,
    actor_id: origin.actorId,
    actor: origin.actor,
    via: origin.via,
    address: origin.address,
    subject: entry.subject,
    subject_id: String(entry.subjectId ?? ''),
    subject_name: entry.subjectName ?? '',
    customer_id: entry.customer ?? null,
    request_id: origin.requestId,
    // PostgreSQL text holds no NUL. JSON carries it as an escape, other columns as is.
    detail: JSON.stringify(detailOf(entry)),
  };
}

const withoutNul = <Event extends UnlinkedEvent>(event: Event): Event =>
  Object.fromEntries(
    Object.entries(event).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\u0000', '') : value,
    ]),
  ) as Event;

/** Appends events to the audit chain. */
export class AuditTrail {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** For the handler of a request: the caller is the actor, and the request counts as audited. */
  by(request: FastifyRequest): Audit {
    return async (db, entries) => {
      await this.#append(db, entries, auditOriginOf(request));
      request.audited ||= [entries].flat().length > 0;
    };
  }

  /** For changes that an identity provider asserts in the message of this request. */
  byProvider(request: FastifyRequest, provider: string): Audit {
    const origin = { ...auditOriginOf(request), actorId: null, actor: provider, via: 'provider' } as const;
    return (db, entries) => this.#append(db, entries, origin);
  }

  /** For the work that a request has left behind, by its actor. */
  of(origin: AuditOrigin): Audit {
    return (db, entries) => this.#append(db, entries, origin);
  }

  /** For changes by the product itself, such as scheduled locks. */
  get bySystem(): Audit {
    return (db, entries) => this.#append(db, entries, SYSTEM);
  }

  /** Records an event without a change. */
  async record(entry: AuditEntry, origin: AuditOrigin): Promise<void> {
    await this.#append(this.#db, entry, origin);
  }

  async #append(db: Tx | Db, entries: AuditEntries, origin: AuditOrigin): Promise<void> {
    const now = this.#clock.now();
    const events = [entries].flat().map((entry) => withoutNul(eventOf(entry, origin, now)));
    if (db.isTransaction) await appendEvents(db as Tx, events);
    else await db.transaction().execute((tx) => appendEvents(tx, events));
  }
}
