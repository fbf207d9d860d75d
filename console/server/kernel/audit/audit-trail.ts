import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { appendEvent } from '#platform/audit/append.ts';
import type { LooseEvent } from '#platform/audit/chain.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { difference } from '#schemas/audit/difference.ts';
import type { AuditFields } from '#schemas/audit/difference.ts';
import type { AuditDetail, AuditKind, AuditVia } from '#schemas/audit/event.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { Caller } from '../access/caller.ts';

export type Tx = Transaction<Database>;

/** What was done, as the feature that does it tells. */
export interface AuditEntry {
  /** `role.update`: the feature's word and what was done. */
  readonly action: string;
  readonly kind?: AuditKind;
  readonly code?: string;
  readonly subject: string;
  readonly subjectId?: string | number;
  readonly subjectName?: string;
  readonly customer?: number;
  /** The fields before and after, a secret as `Secret`. Left out: what is made has no before, what is deleted no after. */
  readonly before?: AuditFields;
  readonly after?: AuditFields;
  readonly note?: NonNullable<AuditDetail['note']>;
  readonly repeated?: number;
}

/**
 * The one way in which a feature tells what it changed. In the transaction of the change, and last in it; with the database
 * itself what PostgreSQL does not hold.
 */
export type Audit = (db: Tx | Db, entry: AuditEntry) => Promise<void>;

/** Who it was and from where. */
export interface Origin {
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

export function originOf(request: FastifyRequest): Origin {
  const caller = request.caller ?? request.passage?.caller;
  // In the middle of signing in: his identity is proved, though he has no session yet.
  const actor = caller ?? request.signingIn;
  return {
    actorId: actor?.id ?? null,
    actor: actor?.username ?? '',
    via: viaOf(caller),
    address: request.ip,
    requestId: request.id,
  };
}

const SYSTEM: Origin = { actorId: null, actor: '', via: 'system', address: '', requestId: '' };

function detailOf({ before, after, note, repeated }: AuditEntry): AuditDetail {
  const changes = difference(before, after);
  return {
    ...(changes.length === 0 ? {} : { changes }),
    ...(note === undefined ? {} : { note }),
    ...(repeated === undefined ? {} : { repeated }),
  };
}

function eventOf(entry: AuditEntry, origin: Origin, at: Date): LooseEvent {
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
    // A text of PostgreSQL holds no NUL; JSON would bring it as an escape, other columns as it is.
    detail: JSON.stringify(detailOf(entry)),
  };
}

const withoutNul = <Event extends LooseEvent>(event: Event): Event =>
  Object.fromEntries(
    Object.entries(event).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\u0000', '') : value,
    ]),
  ) as Event;

/** The one place where events come into the chain. */
export class AuditTrail {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** For the handler of a request: what it tells is done by its caller, and the request has then told what it did. */
  by(request: FastifyRequest): Audit {
    return async (db, entry) => {
      await this.#append(db, entry, originOf(request));
      request.audited = true;
    };
  }

  /** What an identity provider says of somebody, in a message that this request brought. */
  byProvider(request: FastifyRequest, provider: string): Audit {
    const origin = { ...originOf(request), actorId: null, actor: provider, via: 'provider' } as const;
    return (db, entry) => this.#append(db, entry, origin);
  }

  /** What the product does by itself: the calendar, an hour that is over. */
  get bySystem(): Audit {
    return (db, entry) => this.#append(db, entry, SYSTEM);
  }

  /** An event without a change of its own. */
  async record(entry: AuditEntry, origin: Origin): Promise<void> {
    await this.#append(this.#db, entry, origin);
  }

  async #append(db: Tx | Db, entry: AuditEntry, origin: Origin): Promise<void> {
    const event = withoutNul(eventOf(entry, origin, this.#clock.now()));
    if (db.isTransaction) await appendEvent(db as Tx, event);
    else await db.transaction().execute((tx) => appendEvent(tx, event));
  }
}
