import { assert, constantFrom, integer, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChainCheck, emptyChain, link, type AuditRow, type UnlinkedEvent } from './chain.ts';

const event = (subject_name: string): UnlinkedEvent => ({
  at: new Date(1_767_600_000_123),
  kind: 'change',
  action: 'role.create',
  code: null,
  actor_id: 1,
  actor: 'admin',
  via: 'session',
  address: '192.0.2.1',
  subject: 'role',
  subject_id: '4',
  subject_name,
  customer_id: null,
  request_id: 'r',
  detail: '{}',
});

function chainOf(length: number): AuditRow[] {
  const rows: AuditRow[] = [];
  for (let at = 0; at < length; at += 1)
    rows.push(link(rows.at(-1) ?? emptyChain, event(`role ${String(at)}`)));
  return rows;
}

function brokenOf(rows: readonly AuditRow[], end = rows.at(-1) ?? emptyChain) {
  const check = new ChainCheck();
  for (const row of rows) check.check(row);
  check.end(end);
  return check.broken;
}

describe('a chain', () => {
  it('is valid as created', () => {
    expect(brokenOf(chainOf(20))).toBeUndefined();
    expect(brokenOf([])).toBeUndefined();
  });

  it('is broken by a change of any field, at the changed event', () => {
    const fields = constantFrom(
      'kind',
      'action',
      'actor',
      'via',
      'address',
      'subject',
      'subject_id',
      'detail',
      'hash',
    );
    assert(
      property(integer({ min: 0, max: 9 }), fields, string(), (at, field, text) => {
        const rows = chainOf(10);
        const row = rows[at]!;
        if (row[field as 'actor'] === text) return;
        rows[at] = { ...row, [field]: text };
        expect(brokenOf(rows, chainOf(10)[9])).toEqual({ seq: at + 1, fault: 'changed' });
      }),
    );
  });

  it('is broken where an event was removed, or replaced with a new hash', () => {
    const rows = chainOf(6);
    expect(brokenOf(rows.toSpliced(2, 1))).toEqual({ seq: 3, fault: 'missing' });
    const forged = link(rows[1]!, event('forged'));
    expect(brokenOf(rows.toSpliced(2, 1, forged))).toEqual({ seq: 4, fault: 'not linked to the one before' });
  });

  it('detects text that moved from one field to the next', () => {
    const [one] = [link(emptyChain, { ...event('x'), action: 'ab', actor: 'c' })];
    const other = link(emptyChain, { ...event('x'), action: 'a', actor: 'bc' });
    expect(one.hash).not.toBe(other.hash);
  });

  it('is broken when its end was cut off', () => {
    const rows = chainOf(6);
    expect(brokenOf(rows.slice(0, 4), rows[5])).toEqual({ seq: 5, fault: 'missing' });
  });
});
