import { readDirectory } from '#platform/kpi/directory.ts';
import type { KpiDirectory } from '#schemas/kpi/directory.ts';
import type { Change } from './change.ts';

/** The KPIs that an alarm may be on; the one it is going to be on stays as it is until the transaction ends. */
export async function kpisFor({ tx }: Pick<Change, 'tx'>, key: string): Promise<KpiDirectory> {
  await tx.selectFrom('kpi_definition').select('id').where('key', '=', key).forShare().execute();
  return readDirectory(tx);
}
