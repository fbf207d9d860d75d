import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { LIVEWIRE_SETTING, LivewireSetting } from '#schemas/settings/livewire/livewire.ts';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';
import { updateSetting } from '../../../kernel/setting/update-setting.ts';
import { transact, type Actor } from '../../../shared/repository/transact.ts';

async function readSetting(db: Db | Tx): Promise<LivewireSetting> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', LIVEWIRE_SETTING)
    .executeTakeFirst();
  return row === undefined ? { url: '' } : LivewireSetting.parse(row.value);
}

/** The Livewire address in PostgreSQL. */
export class LivewireRepository {
  readonly #needs: { readonly db: Db; readonly clock: Clock };

  constructor(needs: { readonly db: Db; readonly clock: Clock }) {
    this.#needs = needs;
  }

  read(): Promise<LivewireSetting> {
    return readSetting(this.#needs.db);
  }

  update(setting: LivewireSetting, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async ({ tx }) => {
      const change = { value: setting, before: await readSetting(tx), after: setting };
      await updateSetting(tx, actor.audit, { name: LIVEWIRE_SETTING, ...change });
    });
  }
}
