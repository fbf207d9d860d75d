import { dateAtMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { elementOf } from '#schemas/inventory/element-of.ts';
import { historyLimits } from '#schemas/limit/history.ts';
import { activePeriods } from '#schemas/silence/active-periods.ts';
import type { SilenceMatch } from '#schemas/silence/silence.ts';
import type { SilencePeriod } from '#schemas/silence/period-routes.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { SilenceAccess, type SilenceAccessNeeds, type SilenceScope } from './silence-access.ts';

interface SilencePeriodNeeds extends SilenceAccessNeeds {
  readonly db: Db;
}

/** Silences that may be active in a period, newest first: a bound on what one request expands. */
const MAX_EXPANDED = 1_000;

/** When silences are active. */
export class SilencePeriodReader {
  readonly #needs: SilencePeriodNeeds;

  constructor(needs: SilencePeriodNeeds) {
    this.#needs = needs;
  }

  /**
   * The times in [`from`, `to`), seconds since 1970, of the silences that the caller may read and that are needed; the newest ones,
   * oldest first.
   */
  async list(
    scope: SilenceScope,
    { from, to }: { readonly from: number; readonly to: number },
    isExpected: (match: SilenceMatch) => boolean = () => true,
  ): Promise<SilencePeriod[]> {
    const { inventory } = this.#needs;
    const period = { from: from * SECOND_MS, to: to * SECOND_MS };
    const rows = await this.#rows(scope, period, false);
    const access = new SilenceAccess(this.#needs, scope);
    return rows
      .filter(({ match }) => access.canRead(match) && isExpected(match))
      .flatMap(({ id, match, reason, maintenance, starts_at, ends_at, recurrence }) => {
        const { alarms, severities, sites, elements } = match;
        const concerned = [
          ...sites,
          ...elements.flatMap((each) => elementOf(inventory.current, each)?.site ?? []),
        ];
        const times = { startsAt: starts_at.getTime(), endsAt: ends_at?.getTime() ?? null, recurrence };
        return activePeriods(times, period).map((active) => ({
          silence: id,
          reason,
          maintenance,
          from: active.from,
          until: active.until === Infinity ? null : active.until,
          sites: [...new Set(concerned)],
          complete: alarms.length + severities.length + elements.length === 0,
        }));
      })
      .sort((a, b) => a.from - b.from)
      .slice(-historyLimits.maxSilencePeriods);
  }

  /**
   * Maintenance that has windows in [`from`, `to`), seconds since 1970, as far as the caller may read it. What was entered afterwards
   * changed no measure: windows begin when the rule was entered.
   */
  async listMaintenance(scope: SilenceScope, { from, to }: { readonly from: number; readonly to: number }) {
    const period = { from: from * SECOND_MS, to: to * SECOND_MS };
    const access = new SilenceAccess(this.#needs, scope);
    return (await this.#rows(scope, period, true))
      .filter(({ match }) => access.canRead(match))
      .map(({ id, match, reason, author, starts_at, ends_at, created_at, recurrence }) => {
        const times = { startsAt: starts_at.getTime(), endsAt: ends_at?.getTime() ?? null, recurrence };
        const entered = created_at.getTime();
        const windows = activePeriods(times, period).map((window) => ({
          from: Math.max(window.from, entered),
          until: window.until,
        }));
        return { silence: id, reason, author, recurring: recurrence !== null, match, windows };
      });
  }

  /** Silences that may be active in a period, newest first. */
  #rows(
    { customer }: SilenceScope,
    { from, to }: { readonly from: number; readonly to: number },
    isOnlyMaintenance: boolean,
  ) {
    return this.#needs.db
      .selectFrom('silence')
      .selectAll()
      .where((where) => where.or([where('customer_id', '=', customer), where('customer_id', 'is', null)]))
      .where('starts_at', '<', dateAtMs(to))
      .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', dateAtMs(from))]))
      .$if(isOnlyMaintenance, (query) => query.where('maintenance', '=', true))
      .orderBy('id', 'desc')
      .limit(MAX_EXPANDED)
      .execute();
  }
}
