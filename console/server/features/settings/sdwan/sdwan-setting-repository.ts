import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Patterns } from '#platform/pattern/patterns.ts';
import { readStoredSdwanSetting } from '#platform/sdwan/read-setting.ts';
import { SDWAN_SETTING_NAME, sdwanPatterns, type SdwanSetting } from '#schemas/settings/sdwan/sdwan.ts';
import { updateSetting } from '../../../kernel/setting/update-setting.ts';
import { rejectFaults } from '../../../shared/repository/reject-faults.ts';
import { transact, type Actor } from '../../../shared/repository/transact.ts';

/** Fields recorded in the audit trail. */
const snapshot = ({ networkByColors, ...setting }: SdwanSetting) => ({
  ...setting,
  networkByColors: networkByColors.map(({ network, colors }) => `${network}: ${colors.join(', ')}`),
});

interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly trial: Pick<Patterns, 'areSlow'>;
}

/** The SD-WAN settings in PostgreSQL. */
export class SdwanSettingRepository {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  read(): Promise<SdwanSetting> {
    return readStoredSdwanSetting(this.#needs.db);
  }

  /** Throws REGEX_SLOW. */
  async update(setting: SdwanSetting, actor: Actor): Promise<void> {
    const fields = sdwanPatterns.filter((field) => setting[field] !== '');
    const patterns = fields.map((field) => setting[field]);
    const found = await this.#needs.trial.areSlow(patterns);
    const slow = fields.filter((_, index) => found[index]);
    rejectFaults(slow.map((path) => ({ path, code: 'REGEX_SLOW' })));
    await transact(this.#needs, actor, {}, async ({ tx }) => {
      const before = snapshot(await readStoredSdwanSetting(tx));
      const change = { value: setting, before, after: snapshot(setting) };
      await updateSetting(tx, actor.audit, { name: SDWAN_SETTING_NAME, ...change });
    });
  }
}
