import type { DataLine } from '#schemas/data/data-answer.ts';
import type { AskedData } from '#schemas/data/data-request.ts';
import { askData } from '../data/asking.ts';

type Asker = Parameters<typeof askData>[0];
type Handling = Parameters<typeof askData>[2];
type Ask = (requests: readonly AskedData[], handling: Handling) => Promise<void>;

const keyOf = (request: AskedData): string => JSON.stringify(request);

/** Answers to requests that are sent before their page is drawn: the page takes those that it wants, word for word. */
export class EarlyAnswers {
  readonly #ask: Ask;
  readonly #keys: ReadonlySet<string>;
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  readonly #lines: DataLine[] = [];
  #onLine = (line: DataLine): void => void this.#lines.push(line);
  #isTaken = false;

  constructor(requests: readonly AskedData[], ask: Ask) {
    this.#ask = ask;
    this.#keys = new Set(requests.map(keyOf));
    this.#ended = ask(requests, { onLine: (line) => this.#onLine(line), signal: this.#stop.signal });
    // Its taker sees its failure.
    this.#ended.catch(() => undefined);
  }

  /** Cancels what no page has taken. */
  drop(): void {
    if (!this.#isTaken) this.#stop.abort();
  }

  /** Passes on the answers so far and those to come, and asks for the rest; settles with the last answer. Once. */
  async take(requests: readonly AskedData[], handling: Handling): Promise<void> {
    const isLost = this.#stop.signal.aborted;
    const mine = isLost ? [] : requests.filter((request) => this.#keys.has(keyOf(request)));
    const others = requests.filter((request) => !mine.includes(request));
    if (mine.length === 0) this.drop();
    this.#isTaken = true;
    const asked: Promise<void>[] = [];
    if (mine.length > 0) asked.push(this.#follow(mine, handling));
    if (others.length > 0) asked.push(this.#ask(others, handling));
    await Promise.all(asked);
  }

  #follow(requests: readonly AskedData[], { onLine, signal }: Handling): Promise<void> {
    const ids = new Set(requests.map(({ id }) => id));
    this.#onLine = (line) => {
      if (line.state !== 'end' && ids.has(line.id)) onLine(line);
    };
    for (const line of this.#lines.splice(0)) this.#onLine(line);
    signal.addEventListener('abort', () => this.#stop.abort(), { once: true });
    return this.#ended;
  }
}

/** A page that opens takes its answers within seconds, or never. */
const FRESH_MS = 10_000;

let early: (Asker & { readonly answers: EarlyAnswers }) | undefined;
let isAsked = false;

/** Whether a page has asked for values since the console was loaded. */
export const hasPageAsked = (): boolean => isAsked;

/** Asks for values of a page that is not drawn yet. */
export function askEarlyData(asker: Asker, requests: readonly AskedData[]): void {
  early?.answers.drop();
  const answers = new EarlyAnswers(requests, (given, handling) => askData(asker, given, handling));
  early = { ...asker, answers };
  setTimeout(() => answers.drop(), FRESH_MS);
}

const isSame = (one: Asker, { customerId, document }: Asker): boolean =>
  one.customerId === customerId && one.document?.kind === document?.kind && one.document?.id === document?.id;

/** As `askData`; the page that asks first takes what was asked for early with its rights. */
export function askOrTakeData(
  asker: Asker,
  requests: readonly AskedData[],
  handling: Handling,
): Promise<void> {
  const taken = early;
  early = undefined;
  isAsked = true;
  if (taken !== undefined) {
    if (isSame(taken, asker)) return taken.answers.take(requests, handling);
    taken.answers.drop();
  }
  return askData(asker, requests, handling);
}
