import type { AuditFields } from '#schemas/audit/field-changes.ts';
import type { Audit, Tx } from '../audit/audit-trail.ts';

/** A stored setting with its audit snapshots, secrets as `Secret`. */
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

/** Replaces a setting and audits the change. */
export async function updateSetting(tx: Tx, audit: Audit, change: SettingChange): Promise<void> {
  const value = JSON.stringify(change.value);
  await tx
    .insertInto('setting')
    .values({ name: change.name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
  await audit(tx, { action: 'setting.update', ...entryOf(change), after: change.after });
}

/** Deletes a setting and audits its last value. */
export async function deleteSetting(
  tx: Tx,
  audit: Audit,
  change: Pick<SettingChange, 'name' | 'before'>,
): Promise<void> {
  await tx.deleteFrom('setting').where('name', '=', change.name).execute();
  await audit(tx, { action: 'setting.delete', ...entryOf(change) });
}
