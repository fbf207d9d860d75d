import type { Overlay } from './overlay.ts';
import type { SimulatedOptions, SimulatedReply, SimulatedRequest } from './simulated-server.ts';
import { lineRows, routeRows, statisticsPeriod, systemRows } from './vmanage-rows.ts';

const STATISTICS = '/dataservice/data/device/statistics/';
/** Rows of each kind of statistics. */
const statistics: Readonly<Record<string, typeof routeRows>> = {
  approutestatsstatistics: routeRows,
  devicesystemstatusstatistics: systemRows,
  interfacestatistics: lineRows,
};

/** How a manager responds in bulk. */
export interface BulkOptions extends Pick<SimulatedOptions, 'clock'> {
  /** Interval of statistics. */
  readonly sampleS?: number;
  /** Time after which they can be read. */
  readonly lagS?: number;
  /** Rows per page, whatever the request says above it. */
  readonly pageSize?: number;
  /** Bulk requests per minute; Cisco documents 48. */
  readonly bulkPerMinute?: number;
}

/** The bulk API of vManage: its pages, its scrolls, and its limit of requests. */
export class VmanageBulk {
  readonly #options: BulkOptions;
  readonly #newId: () => string;
  readonly #scrolls = new Map<string, readonly object[]>();
  #requests = { minute: 0, requests: 0 };

  constructor(options: BulkOptions, newId: () => string) {
    this.#options = options;
    this.#newId = newId;
  }

  /** Responds within the limit of requests per minute. */
  limited(response: () => SimulatedReply): SimulatedReply {
    const minute = Math.floor(this.#nowMs() / 60_000);
    const requests = this.#requests.minute === minute ? this.#requests.requests + 1 : 1;
    this.#requests = { minute, requests };
    return requests > (this.#options.bulkPerMinute ?? 48)
      ? { status: 429, body: 'Too Many Requests' }
      : response();
  }

  #sizeOf({ url }: SimulatedRequest): number {
    const { pageSize = 10_000 } = this.#options;
    return Math.min(Number(url.searchParams.get('count') ?? pageSize), pageSize);
  }

  /** Bulk state: pages by the id of the last row. */
  statePage(request: SimulatedRequest, all: readonly object[]): SimulatedReply {
    const from = Number(request.url.searchParams.get('startId') ?? 0);
    const data = all.slice(from, from + this.#sizeOf(request));
    const endId = from + data.length;
    const pageInfo = {
      count: data.length,
      moreEntries: endId < all.length,
      startId: String(from),
      endId: String(endId),
    };
    return { body: { data, pageInfo } };
  }

  /** Bulk statistics: a period starts a scroll, whose next pages take its id only. */
  statisticsPage(request: SimulatedRequest, overlay: Overlay | undefined): SimulatedReply {
    const { searchParams } = request.url;
    const scroll = searchParams.get('scrollId');
    const rowsOf = statistics[request.url.pathname.slice(STATISTICS.length)];
    if (rowsOf === undefined)
      return { status: 404, body: { error: { message: 'Not Found', code: 'REST0004' } } };
    const found =
      scroll === null ? this.#statistics(searchParams, overlay, rowsOf) : this.#scrolls.get(scroll);
    if (found === undefined)
      return {
        status: 400,
        body: {
          error: {
            message: 'Invalid query',
            details: 'startDate, endDate or scrollId is not valid',
            code: 'STAT0001',
          },
        },
      };
    if (scroll !== null) this.#scrolls.delete(scroll);
    const size = this.#sizeOf(request);
    const remaining = found.slice(size);
    const scrollId = remaining.length === 0 ? undefined : this.#newId();
    if (scrollId !== undefined) this.#scrolls.set(scrollId, remaining);
    const pageInfo = { count: Math.min(size, found.length), hasMoreData: remaining.length > 0, scrollId };
    return { body: { data: found.slice(0, size), pageInfo } };
  }

  #statistics(
    search: URLSearchParams,
    overlay: Overlay | undefined,
    rowsOf: typeof routeRows,
  ): readonly object[] | undefined {
    const { sampleS = 300, lagS = 0 } = this.#options;
    const period = statisticsPeriod(search);
    if (period === undefined) return undefined;
    const endMs = Math.min(period.endMs, this.#nowMs() - lagS * 1_000 + 1);
    return overlay === undefined ? [] : rowsOf(overlay, { ...period, endMs }, sampleS * 1_000);
  }

  #nowMs(): number {
    return this.#options.clock.now().getTime();
  }
}
