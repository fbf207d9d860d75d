import type { AuditFields } from '#schemas/audit/difference.ts';
import type { Audit, Tx } from '../audit/audit-trail.ts';

/** A setting as it is stored, and as the audit tells it before and after: its secrets as `Secret`. */
export interface SettingChange {
  readonly name: string;
  readonly value: unknown;
  readonly before?: AuditFields | undefined;
  readonly after: AuditFields;
}

const entryOf = ({ name, before }: Pick<SettingChange, 'name' | 'before'>) => ({
  subject: 'setting',
  subjectId: name,
  ...(before === undefined ? {} : { before }),
});

/** Puts a setting in the place of what was there, and tells both. */
export async function changeSetting(tx: Tx, audit: Audit, change: SettingChange): Promise<void> {
  const value = JSON.stringify(change.value);
  await tx
    .insertInto('setting')
    .values({ name: change.name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
  await audit(tx, { action: 'setting.update', ...entryOf(change), after: change.after });
}

/** Takes a setting away, and tells what it was. */
export async function removeSetting(
  tx: Tx,
  audit: Audit,
  change: Pick<SettingChange, 'name' | 'before'>,
): Promise<void> {
  await tx.deleteFrom('setting').where('name', '=', change.name).execute();
  await audit(tx, { action: 'setting.delete', ...entryOf(change) });
}
