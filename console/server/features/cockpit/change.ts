import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import { sqlStateOf } from '#platform/postgres/sql-state.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Fault } from '#schemas/cockpit/rules.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { problemText } from '#schemas/problem/problem.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { lockResource, updateResource } from '../../shared/resource/change-resource.ts';
import type { ResourceChange } from '../../shared/resource/change-resource.ts';
import type { StoredResource } from '../../shared/resource/stored-resource.ts';
import type { Audit } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

/** A transaction of somebody at some time: what it changes carries both. */
export interface Change extends ResourceChange {
  readonly author: number;
  readonly audit: Audit;
}

const UNIQUE_VIOLATION = '23505';
const twins: Partial<Record<ProblemCode, ProblemCode>> = {
  COCKPIT_CONFIG_SAVE_FAILED: 'NOT_UNIQUE',
  COCKPIT_ALARM_SAVE_FAILED: 'COCKPIT_ALARM_DUPLICATE',
};

/** What nobody foresaw leaves as the problem that tells what could not be done, with its cause in the log. */
export async function orProblem<Result>(code: ProblemCode, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    // Two who took one name, or added one alarm, at the same moment: the table decided.
    const isTwin = sqlStateOf(error) === UNIQUE_VIOLATION;
    throw new ProblemError((isTwin ? twins[code] : undefined) ?? code, { cause: error });
  }
}

/** Refuses what the rules do: by the first fault, with all of them and their places. */
export function refuse(faults: readonly Fault<string>[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const { code, params } = first;
  throw new ProblemError(code, {
    ...(params === undefined ? {} : { params }),
    errors: faults.map((fault) => ({
      path: `body.${fault.field}`,
      message: problemText(fault.code, 'en', fault.params),
      code: fault.code,
      ...(fault.params && { params: fault.params }),
    })),
  });
}

/** Refuses a change made from another version than the stored one. */
export function refuseStale(stored: number, seen: number): void {
  if (stored !== seen) throw new ProblemError('CONFLICT');
}

/** Columns that every change sets. */
export const stamp = ({ author, now }: Change) => ({
  author_id: author,
  updated_at: now,
  version: sql<number>`version + 1`,
});

/** The cockpit, kept as it is for others until the transaction ends: its alarms are checked against each other. */
export const lockCockpit = (
  change: Pick<Change, 'tx' | 'viewer'>,
  id: number,
  act: 'read' | 'write' = 'write',
): Promise<StoredResource> => lockResource(change, { kind: 'cockpit', id }, act);

export const touchCockpit = (change: Change, id: number): Promise<void> => updateResource(change, id);

export type Reader = Db | Transaction<Database>;

/** How an account is called. */
export const nameOf = (row: {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly username: string | null;
}): string | null => `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim() || row.username;

/** A part of a name as a pattern of LIKE. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
