import { createHash } from 'node:crypto';
import type { Row } from '#schemas/table/relation.ts';
import type { auditEvent } from '#schemas/table/audit.ts';

export type AuditRow = Row<typeof auditEvent>;
/** An event that is not linked into the chain yet. */
export type UnlinkedEvent = Omit<AuditRow, 'seq' | 'previous_hash' | 'hash'>;

/** The end of the chain; number 0 and a hash of zeros when it is empty. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

export const emptyChain: ChainHead = { seq: 0, hash: '0'.repeat(64) };

/**
 * SHA-256 over all fields of an event, including the previous hash. As a JSON list: each value has a fixed position and quotes,
 * so that no text can imitate the end of one value and the start of the next.
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

/** Returns the event as the next link after `head`. */
export function link(head: ChainHead, event: UnlinkedEvent): AuditRow {
  const row = { ...event, seq: head.seq + 1, previous_hash: head.hash };
  return { ...row, hash: hashOf(row) };
}

export interface BrokenLink {
  readonly seq: number;
  readonly fault: 'missing' | 'changed' | 'not linked to the one before';
}

/** Checks one link after the other; once broken, it stays broken and keeps the first fault. */
export class ChainCheck {
  head: ChainHead = emptyChain;
  broken: BrokenLink | undefined;

  check(row: AuditRow): void {
    if (this.broken !== undefined) return;
    const seq = this.head.seq + 1;
    if (row.seq !== seq) this.broken = { seq, fault: 'missing' };
    else if (row.hash !== hashOf(row)) this.broken = { seq, fault: 'changed' };
    else if (row.previous_hash !== this.head.hash)
      this.broken = { seq, fault: 'not linked to the one before' };
    else this.head = { seq, hash: row.hash };
  }

  /** Ends the check: the chain reaches this end, or links after its last one are missing. */
  end(expected: ChainHead): void {
    if (this.broken !== undefined) return;
    if (this.head.seq < expected.seq) this.broken = { seq: this.head.seq + 1, fault: 'missing' };
    else if (this.head.seq > expected.seq || this.head.hash !== expected.hash)
      this.broken = { seq: this.head.seq, fault: 'changed' };
  }
}
