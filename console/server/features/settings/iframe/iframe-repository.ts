import type { Clock } from '#platform/clock/clock.ts';
import { isSlowPattern } from '#platform/pattern/timed-pattern.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { IFRAME_SETTING, wholeAddress } from '#schemas/settings/iframe/iframe.ts';
import type { IframeWhitelist } from '#schemas/settings/iframe/iframe.ts';
import { updateSetting } from '../../../kernel/setting/update-setting.ts';
import { readFramePatterns } from '../../../shared/iframe/frame-whitelist.ts';
import { rejectFaults } from '../../../shared/repository/reject-faults.ts';
import { transact } from '../../../shared/repository/transact.ts';
import type { Actor } from '../../../shared/repository/transact.ts';

/** Time to try a pattern, and all of a list: requests wait for it. */
const [PATTERN_MS, LIST_MS] = [250, 2_000];

/** The first pattern that takes very long for some addresses; -1: none. */
function slowPattern(patterns: readonly string[]): number {
  const end = performance.now() + LIST_MS;
  return patterns.findIndex((pattern) =>
    isSlowPattern(wholeAddress(pattern), Math.min(PATTERN_MS, end - performance.now())),
  );
}

/** The iframe whitelist in PostgreSQL. */
export class IframeRepository {
  readonly #needs: { readonly db: Db; readonly clock: Clock };

  constructor(needs: { readonly db: Db; readonly clock: Clock }) {
    this.#needs = needs;
  }

  async read(): Promise<IframeWhitelist> {
    return { patterns: [...(await readFramePatterns(this.#needs.db))] };
  }

  /** Throws REGEX_SLOW. */
  update(whitelist: IframeWhitelist, actor: Actor): Promise<void> {
    const slow = slowPattern(whitelist.patterns);
    rejectFaults(slow < 0 ? [] : [{ path: `patterns.${String(slow)}`, code: 'REGEX_SLOW' }]);
    const patterns = whitelist.patterns.filter((pattern) => pattern !== '');
    return transact(this.#needs, actor, {}, async ({ tx }) => {
      const before = { patterns: [...(await readFramePatterns(tx))] };
      const change = { value: { patterns }, before, after: { patterns } };
      await updateSetting(tx, actor.audit, { name: IFRAME_SETTING, ...change });
    });
  }
}
