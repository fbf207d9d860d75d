import { sql } from 'kysely';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { RuleFault } from '#schemas/cockpit/rules.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectFaults } from '../../shared/repository/reject-faults.ts';
import { publishResourceChange } from '../../shared/resource/resource-change.ts';
import { lockResource, updateResource } from '../../shared/resource/change-resource.ts';
import type { StoredResource } from '../../shared/resource/stored-resource.ts';
import type { ResourceTransaction } from '../../shared/resource/transact-resource.ts';

export interface CockpitRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

export type Reader = Db | Tx;

/** Runs a read and reports an unexpected error as this problem, with the error as its cause. */
export async function asProblem<Result>(code: ProblemCode, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof ProblemError ? error : new ProblemError(code, { cause: error });
  }
}

/** Throws the first fault of a form as the problem, with the list of all faults. */
export function rejectFormFaults(faults: readonly RuleFault<string>[]): void {
  rejectFaults(faults.map(({ field, ...fault }) => ({ ...fault, path: field })));
}

/** Columns that every change of an alarm sets. */
export const changeColumns = ({ actor, now }: ResourceTransaction) => ({
  author_id: actor.caller.id,
  updated_at: now,
  version: sql<number>`version + 1`,
});

/** Locks the cockpit until the end of the transaction, since its alarms are checked against each other. */
export const lockCockpit = (
  change: Pick<ResourceTransaction, 'tx' | 'viewer'>,
  id: number,
  access: 'read' | 'write' = 'write',
): Promise<StoredResource> => lockResource(change, { kind: 'cockpit', id }, access);

export const touchCockpit = (change: ResourceTransaction, id: number): Promise<void> =>
  updateResource(change, id);

/** Engines reload the definitions, open screens the library. Call it after the commit. */
export function announceCockpits(bus: Pick<Bus, 'publish'>): void {
  bus.publish(subjects.config('cockpit'), '{}');
  publishResourceChange(bus, 'cockpit');
}

/** Full name of an account, or its username. */
export const accountName = (row: {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly username: string | null;
}): string | null => `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim() || row.username;

/** A LIKE pattern for texts that contain this one. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
