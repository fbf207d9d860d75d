import type { Clock } from '#platform/clock/clock.ts';
import type { Patterns } from '#platform/pattern/patterns.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { IFRAME_SETTING, fullAddress, type IframeWhitelist } from '#schemas/settings/iframe/iframe.ts';
import { updateSetting } from '../../../kernel/setting/update-setting.ts';
import { readFramePatterns } from '../../../shared/iframe/frame-whitelist.ts';
import { rejectFaults } from '../../../shared/repository/reject-faults.ts';
import { transact, type Actor } from '../../../shared/repository/transact.ts';

interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly trial: Pick<Patterns, 'areSlow'>;
}

/** The iframe whitelist in PostgreSQL. */
export class IframeRepository {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async read(): Promise<IframeWhitelist> {
    return { patterns: [...(await readFramePatterns(this.#needs.db))] };
  }

  /** Throws REGEX_SLOW. */
  async update(whitelist: IframeWhitelist, actor: Actor): Promise<void> {
    const slow = await this.#needs.trial.areSlow(whitelist.patterns.map(fullAddress));
    rejectFaults(
      slow.flatMap((isSlow, at) => (isSlow ? [{ path: `patterns.${String(at)}`, code: 'REGEX_SLOW' }] : [])),
    );
    const patterns = whitelist.patterns.filter((pattern) => pattern !== '');
    await transact(this.#needs, actor, {}, async ({ tx }) => {
      const before = { patterns: [...(await readFramePatterns(tx))] };
      const change = { value: { patterns }, before, after: { patterns } };
      await updateSetting(tx, actor.audit, { name: IFRAME_SETTING, ...change });
    });
  }
}
