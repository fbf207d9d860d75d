import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import { restoreTimes } from '#schemas/alerting/incident/restore-times.ts';
import type {
  ServiceRecord,
  ServiceRecordRequest,
} from '#schemas/alerting/incident/service-record-routes.ts';
import { contextOf } from '#server/shared/context/context.ts';
import { elementOf } from '#schemas/inventory/element-of.ts';
import {
  unionLength,
  windowsWithin,
  type ExcludedTime,
  type ExcludedWindow,
} from '#schemas/silence/excluded-time.ts';
import type { SilenceMatch } from '#schemas/silence/silence.ts';
import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';
import type { Caller } from '#server/kernel/access/caller.ts';
import { withinSites } from '#server/kernel/access/within-sites.ts';
import type { OccurrenceReader } from '../occurrences/occurrence-reader.ts';

/** A silence that availability leaves out, with its windows, milliseconds since 1970. */
interface MaintenanceRule {
  readonly silence: number;
  readonly reason: string;
  readonly author: string;
  readonly recurring: boolean;
  readonly match: SilenceMatch;
  readonly windows: readonly ExcludedWindow[];
}

export interface ServiceRecordNeeds {
  readonly inventory: InventoryCache;
  readonly occurrences: Pick<OccurrenceReader, 'incidentsIn'>;
  /** Maintenance of a customer that has windows in a period, seconds since 1970, as far as the caller may read it. */
  readonly maintenance: (
    scope: { readonly caller: Caller; readonly customer: number },
    period: { readonly from: number; readonly to: number },
  ) => Promise<readonly MaintenanceRule[]>;
}

const MINUTE_SECONDS = MINUTE_MS / SECOND_MS;

/** Reads what a service level says in addition to measures: incidents, times to restore, excluded maintenance. */
export class ServiceRecordReader {
  readonly #needs: ServiceRecordNeeds;

  constructor(needs: ServiceRecordNeeds) {
    this.#needs = needs;
  }

  /** Throws TOO_MUCH_DATA. */
  async read(caller: Caller, customer: number, request: ServiceRecordRequest): Promise<ServiceRecord> {
    const { inventory, occurrences } = this.#needs;
    const { from, to, filters, severities, restoreMinutes, count: limit } = request;
    const scope = { caller, customer };
    const seen = withinSites(caller, customer, undefined);
    const { sites } = contextOf(
      inventory.current,
      { customer, kind: 'application', filters, sites: seen },
      true,
    );
    const site = sites === undefined ? undefined : [...sites];
    const [{ incidents, total, spans }, maintenance] = await Promise.all([
      occurrences.incidentsIn(scope, { from, to, site, limit, severities }),
      this.#excluded(scope, request, site),
    ]);
    const restore = restoreTimes(spans, { from, to, promise: restoreMinutes * MINUTE_SECONDS });
    return { incidents, total, restore, maintenance };
  }

  async #excluded(
    scope: { readonly caller: Caller; readonly customer: number },
    { from, to }: ServiceRecordRequest,
    site: readonly number[] | undefined,
  ): Promise<ExcludedTime> {
    const found = await this.#needs.maintenance(scope, { from, to });
    const shown = found.flatMap((rule) => {
      const concerned = this.#sitesOf(rule.match);
      const within = site === undefined ? concerned : concerned?.filter((one) => site.includes(one));
      const windows = windowsWithin(rule.windows, { from: from * SECOND_MS, to: to * SECOND_MS });
      return within?.length === 0 || windows.length === 0
        ? []
        : [{ ...rule, windows, sites: within?.length ?? null }];
    });
    const rules = shown.map(({ silence, reason, author, recurring, windows, sites }) => ({
      silence,
      reason,
      author,
      recurring,
      sites,
      windows: windows.length,
      seconds: unionLength(windows) / SECOND_MS,
    }));
    return {
      rules: rules.toSorted((one, other) => other.seconds - one.seconds || one.silence - other.silence),
      seconds: unionLength(shown.flatMap(({ windows }) => windows)) / SECOND_MS,
    };
  }

  /** Sites that a rule is about; undefined: all. */
  #sitesOf({ sites, elements }: SilenceMatch): readonly number[] | undefined {
    if (sites.length === 0 && elements.length === 0) return undefined;
    const { current } = this.#needs.inventory;
    const ofElements = elements.flatMap((element) => elementOf(current, element)?.site ?? []);
    if (elements.length === 0) return [...new Set(sites)];
    return [...new Set(sites.length === 0 ? ofElements : ofElements.filter((one) => sites.includes(one)))];
  }
}
