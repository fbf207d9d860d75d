import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { IFRAME_SETTING } from '#schemas/settings/iframe/iframe.ts';
import type { IframeWhitelist } from '#schemas/settings/iframe/iframe.ts';
import { updateSetting } from '../../../kernel/setting/update-setting.ts';
import { readFramePatterns } from '../../../shared/iframe/frame-whitelist.ts';
import { transact } from '../../../shared/repository/transact.ts';
import type { Actor } from '../../../shared/repository/transact.ts';

/** The iframe whitelist in PostgreSQL. */
export class IframeRepository {
  readonly #needs: { readonly db: Db; readonly clock: Clock };

  constructor(needs: { readonly db: Db; readonly clock: Clock }) {
    this.#needs = needs;
  }

  async read(): Promise<IframeWhitelist> {
    return { patterns: [...(await readFramePatterns(this.#needs.db))] };
  }

  update(whitelist: IframeWhitelist, actor: Actor): Promise<void> {
    const patterns = whitelist.patterns.filter((pattern) => pattern !== '');
    return transact(this.#needs, actor, {}, async ({ tx }) => {
      const before = { patterns: [...(await readFramePatterns(tx))] };
      const change = { value: { patterns }, before, after: { patterns } };
      await updateSetting(tx, actor.audit, { name: IFRAME_SETTING, ...change });
    });
  }
}
