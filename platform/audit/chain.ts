import { createHash } from 'node:crypto';
import type { Row } from '#schemas/table/relation.ts';
import type { auditEvent } from '#schemas/table/audit.ts';

export type AuditRow = Row<typeof auditEvent>;
/** An event before it has its place in the chain. */
export type LooseEvent = Omit<AuditRow, 'seq' | 'previous_hash' | 'hash'>;

/** Where the chain ends; of an empty one, number 0 and a hash of zeros. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

export const emptyChain: ChainHead = { seq: 0, hash: '0'.repeat(64) };

/**
 * SHA-256 over everything that an event says, the hash of the one before it included. As a JSON list: each value has its own
 * place and its own quotes, so that no text can pass for the end of one and the beginning of the next.
 */
export function hashOf(row: Omit<AuditRow, 'hash'>): string {
  const said = [
    row.previous_hash,
    row.seq,
    row.at.toISOString(),
    row.kind,
    row.action,
    row.code,
    row.actor_id,
    row.actor,
    row.via,
    row.address,
    row.subject,
    row.subject_id,
    row.subject_name,
    row.customer_id,
    row.request_id,
    row.detail,
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

/** The event as the next link behind `head`. */
export function link(head: ChainHead, event: LooseEvent): AuditRow {
  const row = { ...event, seq: head.seq + 1, previous_hash: head.hash };
  return { ...row, hash: hashOf(row) };
}

export interface BrokenLink {
  readonly seq: number;
  readonly fault: 'missing' | 'changed' | 'not linked to the one before';
}

/** Looks at one link after the other; once broken, it stays so and names the first fault. */
export class ChainCheck {
  head: ChainHead = emptyChain;
  broken: BrokenLink | undefined;

  look(row: AuditRow): void {
    if (this.broken !== undefined) return;
    const seq = this.head.seq + 1;
    if (row.seq !== seq) this.broken = { seq, fault: 'missing' };
    else if (row.hash !== hashOf(row)) this.broken = { seq, fault: 'changed' };
    else if (row.previous_hash !== this.head.hash)
      this.broken = { seq, fault: 'not linked to the one before' };
    else this.head = { seq, hash: row.hash };
  }

  /** All were looked at: the chain reaches this end, or the link after its last one is missing. */
  end(expected: ChainHead): void {
    if (this.broken !== undefined) return;
    if (this.head.seq < expected.seq) this.broken = { seq: this.head.seq + 1, fault: 'missing' };
    else if (this.head.seq > expected.seq || this.head.hash !== expected.hash)
      this.broken = { seq: this.head.seq, fault: 'changed' };
  }
}
