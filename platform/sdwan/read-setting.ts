import type { Db } from '#platform/postgres/postgres.ts';
import { defaultSdwanSetting, SDWAN_SETTING_NAME, SdwanSetting } from '#schemas/settings/sdwan/sdwan.ts';

/** The SD-WAN settings as they are stored; the defaults until then. */
export async function readStoredSdwanSetting(db: Pick<Db, 'selectFrom'>): Promise<SdwanSetting> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', SDWAN_SETTING_NAME)
    .executeTakeFirst();
  return row === undefined ? defaultSdwanSetting : SdwanSetting.parse(row.value);
}
