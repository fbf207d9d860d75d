import type { DataLine } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import type { DashletRequest } from '#schemas/dashboard/document-requests.ts';
import type { WindowNotice } from '#schemas/socket/window-notice.ts';
import { resultOf, type DashletData } from './dashlet-data.ts';
import { mergeResult } from './merge-result.ts';
import { ShownData, type DashletView } from './shown-data.ts';
import { openEntry, renewed, type DashletEntry, type PageCall } from './page-entry.ts';
import { isAffected, isSameQuery } from './step-refresh.ts';

export interface DataPageNeeds {
  /** Sends the requests of a page; settles when the last one has its response, and rejects with the problem of the call. */
  readonly request: (
    requests: readonly DataRequestInput[],
    onLine: (line: DataLine) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Runs once after all that happens now, so that a page sends one call. */
  readonly defer: (run: () => void) => void;
  /** Runs in a task of its own: few dashlets are drawn in each, so that none keeps the page busy. */
  readonly nextTask: (run: () => void) => void;
  /** Runs after a time within which a response is prompt. */
  readonly afterWhile: (run: () => void) => void;
  /** The problem that a line carries, as calls throw it. */
  readonly problemOf: (problem: Extract<DataLine, { state: 'error' }>['problem']) => unknown;
}

/** Keeps the data of a page current: one call for all that is in view, a line per response, new windows only. */
export class DataPage {
  readonly #needs: DataPageNeeds;
  readonly #entries = new Map<string, DashletEntry>();
  readonly #views = new Map<string, DashletView>();
  /** Wherever they are part of a file: by how many that are being made. */
  readonly #desired = new Map<string, number>();
  readonly #shown: ShownData;
  /** Being computed, and not shown so yet: drawing that would delay values that come soon. */
  readonly #notShownYet = new Set<string>();
  #isPlanned = false;
  #isClosed = false;

  constructor(needs: DataPageNeeds) {
    this.#needs = needs;
    this.#shown = new ShownData({
      nextTask: needs.nextTask,
      dataOf: (dashlet) => this.#entries.get(dashlet)?.data,
      viewOf: (dashlet) => this.#viewOf(dashlet),
    });
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** The requests of the document as it is now. Those that are the same keep their results. */
  update(requests: readonly DashletRequest[]): void {
    const desired = new Set(requests.map(({ dashlet }) => dashlet));
    for (const [dashlet, entry] of this.#entries)
      if (!desired.has(dashlet)) {
        this.#withdraw(dashlet, entry);
        this.#entries.delete(dashlet);
        this.#shown.forget(dashlet);
      }
    const isRetained = ({ dashlet, request }: Extract<DashletRequest, { request: unknown }>): boolean => {
      const last = this.#entries.get(dashlet)?.request;
      return isSameQuery(last, request) && last?.from === request.from;
    };
    this.#replace(requests.filter((requested) => 'missing' in requested || !isRetained(requested)));
  }

  /** A window closed: dashlets with values of its source request what is new, by the requests as they are now. */
  windowClosed(notice: WindowNotice, requests: readonly DashletRequest[]): void {
    this.#replace(
      requests.filter((requested) => {
        const entry = this.#entries.get(requested.dashlet);
        return (
          'request' in requested &&
          entry !== undefined &&
          isAffected(notice, resultOf(entry.data), requested.request)
        );
      }),
    );
  }

  /** New steps of a dashlet out of the window are drawn when it comes back. */
  setView(dashlet: string, view: DashletView): void {
    this.#views.set(dashlet, view);
    if (view === 'away') return;
    this.#plan();
    this.#shown.catchUp();
  }

  /** Requests dashlets wherever they are, until it is released. */
  expected(dashlets: readonly string[]): () => void {
    const count = (by: number): void => {
      for (const id of dashlets) {
        const left = (this.#desired.get(id) ?? 0) + by;
        if (left === 0) this.#desired.delete(id);
        else this.#desired.set(id, left);
      }
    };
    count(1);
    this.#plan();
    this.#shown.catchUp();
    return () => count(-1);
  }

  /** Requests everything again. */
  retry(dashlet: string): void {
    const entry = this.#entries.get(dashlet);
    if (entry?.full === undefined) return;
    this.#withdraw(dashlet, entry);
    const { full } = entry;
    const data: DashletData = { is: 'queued', result: resultOf(entry.data) };
    this.#entries.set(dashlet, {
      request: full,
      full,
      data,
      isDue: true,
      call: undefined,
      keepFrom: undefined,
    });
    this.#plan();
    this.#shown.show(dashlet);
  }

  /** The request of a dashlet, in full; the same one until it requests something else. */
  requestOf(dashlet: string): DataRequestInput | undefined {
    return this.#entries.get(dashlet)?.full;
  }

  /** Whether a dashlet does not show yet what it requested, or is going to request. */
  isPending(dashlet: string): boolean {
    const entry = this.#entries.get(dashlet);
    if (entry?.request === undefined) return false;
    return entry.isDue || entry.call !== undefined || entry.data !== this.read(dashlet);
  }

  /** What a dashlet shows. */
  read(dashlet: string): DashletData {
    return this.#shown.read(dashlet);
  }

  subscribe(dashlet: string, listener: () => void): () => void {
    return this.#shown.subscribe(dashlet, listener);
  }

  /** Sends requests again after it was closed, with the next update. */
  open(): void {
    this.#isClosed = false;
  }

  /** Cancels what runs. */
  close(): void {
    this.#isClosed = true;
    for (const [dashlet, entry] of this.#entries) this.#withdraw(dashlet, entry);
    this.#entries.clear();
    this.#shown.clear();
  }

  #viewOf(dashlet: string): DashletView {
    return this.#desired.has(dashlet) ? 'seen' : (this.#views.get(dashlet) ?? 'away');
  }

  /** Withdraws a request from its call: without any that is still needed the call ends, and its statements with it. */
  #withdraw(dashlet: string, entry: DashletEntry): void {
    const { call } = entry;
    entry.call = undefined;
    if (call === undefined) return;
    call.open.delete(dashlet);
    if (call.open.size === 0) call.stop.abort();
  }

  #finish(dashlet: string, entry: DashletEntry, data: DashletData): void {
    entry.call?.open.delete(dashlet);
    entry.call = undefined;
    entry.data = data;
  }

  #accept(call: PageCall, line: DataLine): void {
    if (line.state === 'end') return;
    const { id } = line;
    const entry = this.#entries.get(id);
    if (entry?.call !== call) return;
    const shown = resultOf(entry.data);
    if (line.state === 'running') {
      // What is shown stays the same: it is not drawn again.
      if (shown !== undefined) return;
      entry.data = { is: 'running' };
      this.#showLater(id);
      return;
    } else if (line.state === 'error') {
      this.#reject(id, entry, line.problem);
    } else if (entry.keepFrom === undefined || shown === undefined)
      this.#finish(id, entry, { is: 'ready', result: line.result });
    else {
      const result = mergeResult(shown, line.result, entry.keepFrom);
      if (result === undefined) return this.retry(id);
      this.#finish(id, entry, { is: 'ready', result });
    }
    this.#shown.show(id);
  }

  #showLater(id: string): void {
    this.#notShownYet.add(id);
    if (this.#notShownYet.size > 1) return;
    this.#needs.afterWhile(() => {
      for (const dashlet of this.#notShownYet)
        if (this.#entries.get(dashlet)?.data.is === 'running') this.#shown.show(dashlet);
      this.#notShownYet.clear();
    });
  }

  /** Where what a dashlet showed was deleted, the figures of it in others are old, too: they are requested again. */
  #reject(id: string, entry: DashletEntry, found: Extract<DataLine, { state: 'error' }>['problem']): void {
    const shown = resultOf(entry.data);
    const isDeleted = found.code === 'DASHLET_NO_MATCH';
    const problem = this.#needs.problemOf(found);
    this.#finish(id, entry, { is: 'failed', problem, result: isDeleted ? undefined : shown });
    if (!isDeleted || shown === undefined) return;
    for (const [dashlet, { data }] of this.#entries) if (data.is === 'ready') this.retry(dashlet);
  }

  #fail(call: PageCall, problem: unknown): void {
    for (const dashlet of call.open) {
      const entry = this.#entries.get(dashlet);
      if (entry?.call !== call) continue;
      this.#finish(dashlet, entry, { is: 'failed', problem, result: resultOf(entry.data) });
      this.#shown.show(dashlet);
    }
  }

  #send(): void {
    this.#isPlanned = false;
    if (this.#isClosed) return;
    const call: PageCall = { stop: new AbortController(), open: new Set() };
    const requests: DataRequestInput[] = [];
    for (const [dashlet, entry] of this.#entries) {
      if (!entry.isDue || entry.request === undefined || this.#viewOf(dashlet) === 'away') continue;
      entry.isDue = false;
      entry.call = call;
      call.open.add(dashlet);
      requests.push(entry.request);
    }
    if (requests.length === 0) return;
    const { signal } = call.stop;
    this.#needs
      .request(requests, (line) => this.#accept(call, line), signal)
      .then(
        // A reply without its last responses.
        () => this.#fail(call, undefined),
        (problem: unknown) => this.#fail(call, problem),
      );
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    this.#needs.defer(() => this.#send());
  }

  #replace(requests: readonly DashletRequest[]): void {
    for (const requested of requests) {
      const { dashlet } = requested;
      const last = this.#entries.get(dashlet);
      if (last !== undefined) this.#withdraw(dashlet, last);
      const entry = 'missing' in requested ? openEntry(requested.missing) : renewed(requested.request, last);
      this.#entries.set(dashlet, entry);
      if (entry.data !== last?.data) this.#shown.show(dashlet);
    }
    if (requests.length > 0) this.#plan();
  }
}
