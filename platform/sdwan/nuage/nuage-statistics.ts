import type { HttpResponse } from '#platform/outbound/http-exchange.ts';
import { looseFields, looseRows, looseText, type LooseFields } from '../lenient.ts';
import type { SamplePeriod } from '../sdwan-client.ts';
import { ManagerError } from '../sdwan-error.ts';
import { jsonOf, rejectStatus, type ManagerHttp } from '../sdwan-http.ts';

const SCROLL_ROWS = 5_000;
const MAX_PAGES = 500;

const GROUPS = 2_000;

interface Sums {
  readonly startMs: number;
  readonly endMs: number;
  readonly by: readonly string[];
  readonly of: readonly string[];
  readonly stepMs: number;
}

type StatisticsPeriod = Pick<SamplePeriod, 'startMs' | 'endMs'>;

/** Statistics of a VSD in Elasticsearch, versions 6 and 7. Without an address there are none. */
export class NuageStatistics {
  readonly #http: ManagerHttp;
  readonly #url: string;

  constructor(http: ManagerHttp, url: string) {
    this.#http = http;
    this.#url = url;
  }

  async check(signal: AbortSignal): Promise<void> {
    if (this.#url === '') return;
    const response = await this.#send({ method: 'GET', path: '/_cat/indices?format=json' }, signal);
    if (!Array.isArray(jsonOf(response))) throw new ManagerError('SDWAN_TYPES_DIFFER');
  }

  /** Scrolls through the statistics of a period. */
  async rows(
    index: string,
    { startMs, endMs }: StatisticsPeriod,
    signal: AbortSignal,
  ): Promise<readonly LooseFields[]> {
    if (this.#url === '') return [];
    const timestamp = { format: 'epoch_millis', gte: startMs, lt: endMs };
    const query = { bool: { must: { range: { timestamp } } } };
    const sort = [{ timestamp: { order: 'asc' } }];
    let path: `/${string}` = `/${index}/_search?scroll=1m&size=${String(SCROLL_ROWS)}`;
    let body: object = { query, sort };
    const rows: LooseFields[] = [];
    let scroll = '';
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const response = looseFields(jsonOf(await this.#send({ method: 'POST', path, body }, signal)));
      const found = looseRows(looseFields(response['hits'])['hits']).map((hit) =>
        looseFields(hit['_source']),
      );
      for (const row of found) rows.push(row);
      scroll = looseText(response, '_scroll_id');
      body = { scroll: '1m', scroll_id: scroll };
      path = '/_search/scroll';
      if (found.length < SCROLL_ROWS || scroll === '') break;
    }
    const release = { method: 'DELETE', path: '/_search/scroll', body: { scroll_id: scroll } } as const;
    await this.#send(release, signal).catch(() => undefined);
    return rows;
  }

  /**
   * Sums of fields by the values of others and by interval, in pages of a composite aggregation (Elasticsearch 6.1). Groups without a
   * value are left out.
   */
  async sums(
    index: string,
    { startMs, endMs, by, of, stepMs }: Sums,
    signal: AbortSignal,
  ): Promise<readonly LooseFields[]> {
    if (this.#url === '') return [];
    const timestamp = { format: 'epoch_millis', gte: startMs, lt: endMs };
    const sources = [
      { at: { date_histogram: { field: 'timestamp', interval: `${String(stepMs / 60_000)}m` } } },
      ...by.map((field) => ({ [field]: { terms: { field } } })),
    ];
    const aggs = Object.fromEntries(of.map((field) => [field, { sum: { field } }]));
    const rows: LooseFields[] = [];
    let after: object | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const composite = { size: GROUPS, sources, ...(after !== undefined && { after }) };
      const query = { bool: { must: { range: { timestamp } } } };
      const body = { size: 0, query, aggs: { groups: { composite, aggs } } };
      const response = jsonOf(await this.#send({ method: 'POST', path: `/${index}/_search`, body }, signal));
      const groups = looseFields(looseFields(looseFields(response)['aggregations'])['groups']);
      const found = looseRows(groups['buckets']);
      for (const bucket of found) {
        const sums = of.map((field) => [field, looseFields(bucket[field])['value']] as const);
        rows.push({ ...looseFields(bucket['key']), ...Object.fromEntries(sums) });
      }
      after = looseFields(groups['after_key'] ?? found.at(-1)?.['key']);
      if (found.length < GROUPS) break;
    }
    return rows;
  }

  async #send(
    {
      method,
      path,
      body,
    }: { readonly method: 'GET' | 'POST' | 'DELETE'; readonly path: `/${string}`; readonly body?: object },
    signal: AbortSignal,
  ): Promise<HttpResponse> {
    const headers = { 'content-type': 'application/json' };
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await this.#http.send({ method, base: this.#url, path, headers, ...text }, signal);
    rejectStatus(response);
    return response;
  }
}
