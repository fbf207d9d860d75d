import type { FastifyInstance } from 'fastify';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import {
  listElementMarks,
  type ElementMarkQuery,
  type ElementMarks,
} from '#schemas/alerting/element-mark-routes.ts';
import type { PlacedElement } from '#schemas/inventory/element-of.ts';
import { elementMarkLimits } from '#schemas/limit/element-mark.ts';
import type { SilencePeriod } from '#schemas/silence/period-routes.ts';
import { matchesPlace } from '#schemas/silence/rules.ts';
import type { SilenceMatch } from '#schemas/silence/silence.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { audienceOf } from '#server/kernel/access/audience.ts';
import type { Caller } from '#server/kernel/access/caller.ts';
import { withinSites } from '#server/kernel/access/within-sites.ts';
import { serve } from '#server/kernel/route/serve.ts';
import { withinLimits } from '#server/kernel/problem/query-problem.ts';
import type { AlarmVisibility } from '../alarm-visibility.ts';
import { readPastNames } from '../past/past-names.ts';
import { runsSql, type RunRow } from './mark-queries.ts';
import { markedDefinitions } from './marked-definitions.ts';
import { markedElements } from '#server/shared/element/marked-elements.ts';

interface ElementMarkNeeds {
  readonly visibility: AlarmVisibility;
  readonly inventory: InventoryCache;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly db: Db;
  /** The times in which silences of a customer are active, seconds since 1970, of those that are needed. */
  readonly silencePeriods: {
    list(
      scope: { readonly caller: Caller; readonly customer: number },
      period: { readonly from: number; readonly to: number },
      isExpected: (match: SilenceMatch) => boolean,
    ): Promise<SilencePeriod[]>;
  };
  /** Areas and clusters of a customer that are private to other users. */
  readonly hiddenClusters: (customer: number, caller: Caller) => Promise<ReadonlySet<number>>;
}

interface MarkRequest {
  readonly caller: Caller;
  readonly customer: number;
  readonly query: ElementMarkQuery;
  readonly elements: readonly PlacedElement[];
}

const { maxPeriods } = elementMarkLimits;

/** What happened to the elements of a chart. */
class ElementMarkReader {
  readonly #needs: ElementMarkNeeds;

  constructor(needs: ElementMarkNeeds) {
    this.#needs = needs;
  }

  /** Throws CONTEXT_TOO_LARGE, TOO_MUCH_DATA. */
  async read(caller: Caller, customer: number, query: ElementMarkQuery): Promise<ElementMarks> {
    const requires = (mark: ElementMarkQuery['marks'][number]): boolean => query.marks.includes(mark);
    const hidden = await this.#needs.hiddenClusters(customer, caller);
    const within = { customer, hidden, sites: withinSites(caller, customer, undefined) };
    const elements = markedElements(this.#needs.inventory.current, within, query.elements);
    const requested = { caller, customer, query, elements };
    if (elements.length === 0) return { alarms: [], silences: [], definitions: [], isCut: false };
    const runs = requires('alarms') || requires('definitions') ? await this.#runs(requested) : [];
    const shown = runs.slice(0, maxPeriods).toReversed();
    const [alarms, silences, definitions] = await Promise.all([
      requires('alarms') ? this.#alarms(requested, shown) : [],
      requires('silences') ? this.#silences(requested) : [],
      requires('definitions')
        ? markedDefinitions(this.#needs.db, { ...requested, runs: shown, visible: this.#visible(caller) })
        : [],
    ]);
    const isCut = runs.length > maxPeriods || silences.length > maxPeriods;
    return { alarms, silences: silences.slice(-maxPeriods), definitions, isCut };
  }

  #visible(caller: Caller): readonly number[] | undefined {
    const audience = audienceOf(caller);
    return audience === 'privileged' ? undefined : this.#needs.visibility.of(audience).shown();
  }

  #runs({ caller, customer, query: { from, to }, elements }: MarkRequest): Promise<readonly RunRow[]> {
    const ids = elements.map(({ id }) => id);
    const { sql, params, settings } = runsSql({
      customer,
      elements: ids,
      from,
      to,
      visible: this.#visible(caller),
    });
    return withinLimits(this.#needs.clickhouse.query<RunRow>(sql, params, settings));
  }

  async #alarms({ customer }: MarkRequest, runs: readonly RunRow[]): Promise<ElementMarks['alarms']> {
    const { db, inventory } = this.#needs;
    const names = await readPastNames({ db, inventory: inventory.current, customer }, runs);
    return runs.map(({ alarm, element, severity, from, until }) => ({
      alarm,
      element,
      severity,
      from,
      until: until === 0 ? null : until,
      name: names.alarm(alarm, from),
      elementName: names.element(element, from),
      elementKind: names.kindNow(element),
    }));
  }

  async #silences({ caller, customer, query, elements }: MarkRequest): Promise<ElementMarks['silences']> {
    const concerns = (match: SilenceMatch): boolean =>
      elements.some(({ id, site, device = id }) => matchesPlace(match, { site, element: id, device }));
    const { from, to } = query;
    const found = await this.#needs.silencePeriods.list({ caller, customer }, { from, to }, concerns);
    return found.map(({ silence, reason, maintenance, from: began, until }) => ({
      silence,
      reason,
      maintenance,
      from: Math.max(from, began / SECOND_MS),
      until: until === null || until / SECOND_MS >= to ? null : until / SECOND_MS,
    }));
  }
}

/** Marks of charts. */
export function elementMarkPlugin(app: FastifyInstance, needs: ElementMarkNeeds): void {
  const marks = new ElementMarkReader(needs);
  serve(app, listElementMarks, ({ params, caller, body }) => marks.read(caller, params.customerId, body));
}
