import type { AcceptanceState, FailedProposal, AcceptanceStop } from '../acceptance/acceptance.ts';
import {
  instant,
  integer,
  integers,
  json,
  key,
  nullableField,
  relation,
  text,
  withDefault,
  type Field,
} from './relation.ts';

/** Whose proposals are accepted: those of a discovery, or of an SD-WAN manager. */
export type AcceptedKind = 'discovery' | 'sdwan';

/** Whom an acceptance acts for: what they see and how the audit trail names them. */
export interface AcceptanceActor {
  readonly actorId: number | null;
  readonly actor: string;
  readonly via: string;
  readonly address: string;
  readonly requestId: string;
  /** The API token that started it. */
  readonly token?: number;
  /** Sites of the customer that the user sees; null: all. */
  readonly sites: readonly number[] | null;
}

const word = <Word extends string>() => text as Field<Word>;

/** The acceptance of many proposals in steps: a process that takes the row does the next one. */
export const acceptanceRun = relation({
  name: 'acceptance_run',
  columns: {
    id: key,
    kind: word<AcceptedKind>(),
    /** The discovery or the manager. */
    subject_id: integer,
    /** Of a discovery. */
    customer_id: nullableField(integer),
    state: withDefault(word<AcceptanceState>(), "'running'"),
    /** In the order in which they are accepted. */
    proposals: integers,
    done: withDefault(integer, '0'),
    accepted: withDefault(integer, '0'),
    held: withDefault(integer, '0'),
    failed: withDefault(json<readonly FailedProposal[]>(), "'[]'"),
    actor: json<AcceptanceActor>(),
    created_at: instant,
    created_by: text,
    /** Of the last step: the run that waits longest is next. */
    stepped_at: nullableField(instant),
    ended_at: nullableField(instant),
    stop_reason: nullableField(word<AcceptanceStop>()),
  },
  constraints: [
    `CHECK (kind IN ('discovery', 'sdwan'))`,
    `CHECK (state IN ('running', 'finished', 'cancelled'))`,
    `CHECK (stop_reason IN ('account', 'token', 'permission', 'reach'))`,
  ],
  indexes: [
    `CREATE UNIQUE INDEX acceptance_run_one ON acceptance_run (kind, subject_id) WHERE state = 'running'`,
    'CREATE INDEX acceptance_run_subject ON acceptance_run (kind, subject_id, id)',
  ],
});
