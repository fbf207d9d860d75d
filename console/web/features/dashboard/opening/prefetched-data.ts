import type { DataLine } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { requestData } from '../data/request-data.ts';

type Requester = Parameters<typeof requestData>[0];
type Handling = Parameters<typeof requestData>[2];
type RequestData = (requests: readonly DataRequestInput[], handling: Handling) => Promise<void>;

const keyOf = (request: DataRequestInput): string => JSON.stringify(request);

/** Responses to requests that are sent before their page is drawn: the page takes those whose requests equal its own, word for word. */
export class PrefetchedData {
  readonly #request: RequestData;
  readonly #keys: ReadonlySet<string>;
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  readonly #lines: DataLine[] = [];
  #onLine = (line: DataLine): void => void this.#lines.push(line);
  #isTaken = false;

  constructor(requests: readonly DataRequestInput[], query: RequestData) {
    this.#request = query;
    this.#keys = new Set(requests.map(keyOf));
    this.#ended = query(requests, { onLine: (line) => this.#onLine(line), signal: this.#stop.signal });
    // Its taker sees its failure.
    this.#ended.catch(() => undefined);
  }

  /** Cancels what no page has taken. */
  drop(): void {
    if (!this.#isTaken) this.#stop.abort();
  }

  /** Passes on the responses so far and those to come, and requests the missing ones; settles with the last response. Once. */
  async take(requests: readonly DataRequestInput[], handling: Handling): Promise<void> {
    const isLost = this.#stop.signal.aborted;
    const mine = isLost ? [] : requests.filter((request) => this.#keys.has(keyOf(request)));
    const others = requests.filter((request) => !mine.includes(request));
    if (mine.length === 0) this.drop();
    this.#isTaken = true;
    const requested: Promise<void>[] = [];
    if (mine.length > 0) requested.push(this.#follow(mine, handling));
    if (others.length > 0) requested.push(this.#request(others, handling));
    await Promise.all(requested);
  }

  #follow(requests: readonly DataRequestInput[], { onLine, signal }: Handling): Promise<void> {
    const ids = new Set(requests.map(({ id }) => id));
    this.#onLine = (line) => {
      if (line.state !== 'end' && ids.has(line.id)) onLine(line);
    };
    for (const line of this.#lines.splice(0)) this.#onLine(line);
    signal.addEventListener('abort', () => this.#stop.abort(), { once: true });
    return this.#ended;
  }
}

/** A page that opens takes its responses within seconds, or never. */
const FRESH_MS = 10_000;

let early: (Requester & { readonly responses: PrefetchedData }) | undefined;
let isRequested = false;

/** Whether a page has requested values since the console was loaded. */
export const hasPrefetched = (): boolean => isRequested;

/** Requests values of a page that is not drawn yet. */
export function prefetchData(requester: Requester, requests: readonly DataRequestInput[]): void {
  early?.responses.drop();
  const responses = new PrefetchedData(requests, (given, handling) =>
    requestData(requester, given, handling),
  );
  early = { ...requester, responses };
  setTimeout(() => responses.drop(), FRESH_MS);
}

const isSame = (one: Requester, { customerId, document }: Requester): boolean =>
  one.customerId === customerId && one.document?.kind === document?.kind && one.document?.id === document?.id;

/** As `requestData`; the first page to call it takes what was requested early with its rights. */
export function takeOrRequestData(
  requester: Requester,
  requests: readonly DataRequestInput[],
  handling: Handling,
): Promise<void> {
  const taken = early;
  early = undefined;
  isRequested = true;
  if (taken !== undefined) {
    if (isSame(taken, requester)) return taken.responses.take(requests, handling);
    taken.responses.drop();
  }
  return requestData(requester, requests, handling);
}
