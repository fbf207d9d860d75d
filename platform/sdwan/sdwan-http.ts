import type { Clock } from '#platform/clock/clock.ts';
import { findAddress } from '#platform/outbound/find-address.ts';
import type { AddressRules } from '#platform/outbound/find-address.ts';
import { httpExchange } from '#platform/outbound/http-exchange.ts';
import type { HttpAnswer, HttpRequest } from '#platform/outbound/http-exchange.ts';
import { ManagerError } from './sdwan-error.ts';
import { looseFields, looseText } from './lenient.ts';

export interface ManagerHttpNeeds extends Pick<AddressRules, 'resolve' | 'allowed'> {
  readonly clock: Clock;
  /** In [0, 1): spreads repeated requests. */
  readonly random: () => number;
}

export interface ManagerRequest extends Pick<HttpRequest, 'method' | 'headers'> {
  /** Path and query below the address of the manager, or of `base`. */
  readonly path: `/${string}`;
  readonly base?: string;
  readonly body?: string;
}

/** Networks of this machine and link in which managers may be: private ones always are. */
export const SDWAN_SETTING = 'SDWAN_ALLOWED_NETWORKS';
/** Maximum bytes of a response. */
export const MAX_ANSWER_BYTES = 5_000_000;
const TRIES = 4;
const FIRST_WAIT_MS = 200;
/** Clocks that differ by less are taken as the same: a slow answer is dated before it arrives. */
const LEAST_SKEW_MS = 15_000;
const BUSY: ReadonlySet<number> = new Set([429, 503]);

/** Codes of TLS verification in Node.js. */
const isCertificateFault = (cause: unknown): boolean =>
  cause instanceof Error &&
  /CERT|SIGNED|ALTNAME|UNABLE_TO_VERIFY/i.test((cause as { code?: string }).code ?? '');

function faultOf(cause: unknown, signal: AbortSignal): ManagerError {
  if (signal.aborted && signal.reason instanceof ManagerError) return signal.reason;
  if (cause instanceof ManagerError) return cause;
  if (isCertificateFault(cause))
    return new ManagerError('SDWAN_CERTIFICATE_INVALID', { reason: (cause as Error).message }, cause);
  return new ManagerError('SDWAN_UNREACHABLE', {}, cause);
}

/** The sentence that a manager gives in the body of an error. */
function detailOf(body: string): string {
  try {
    const error = looseFields(looseFields(JSON.parse(body))['error']);
    return looseText(error, 'details', 'message').slice(0, 300);
  } catch {
    return '';
  }
}

/** Throws for a status that is not a success. */
export function rejectStatus({ status, body }: HttpAnswer): void {
  if (status >= 200 && status < 300) return;
  if (status === 400) throw new ManagerError('SDWAN_REQUEST_INVALID', { detail: detailOf(body) });
  if (status === 401) throw new ManagerError('SDWAN_BAD_CREDENTIALS');
  if (status === 403) throw new ManagerError('SDWAN_INSUFFICIENT_RIGHTS');
  if (status === 404) throw new ManagerError('SDWAN_ROUTE_MISSING');
  throw new ManagerError(BUSY.has(status) ? 'SDWAN_BUSY' : 'SDWAN_UNREACHABLE');
}

export const isHtml = ({ headers, body }: HttpAnswer): boolean =>
  (headers['content-type'] ?? '').startsWith('text/html') || body.trimStart().startsWith('<');

/** The body as JSON; undefined when it is empty. */
export function jsonOf({ body, isWhole }: HttpAnswer): unknown {
  if (!isWhole) throw new ManagerError('SDWAN_ANSWER_TOO_LARGE', { max: MAX_ANSWER_BYTES / 1_000_000 });
  if (body.trim() === '') return undefined;
  try {
    return JSON.parse(body) as unknown;
  } catch (cause) {
    throw new ManagerError('SDWAN_ANSWER_NOT_JSON', {}, cause);
  }
}

/** Requests to one manager: to checked addresses only, without following redirects, repeated while it is overloaded. */
export class ManagerHttp {
  readonly #needs: ManagerHttpNeeds;
  readonly #base: { readonly url: string; readonly verifyTls: boolean };
  #skewMs: number | undefined;

  constructor(needs: ManagerHttpNeeds, base: { readonly url: string; readonly verifyTls: boolean }) {
    this.#needs = needs;
    this.#base = base;
  }

  /** How far the manager's clock is ahead of ours, milliseconds; undefined as long as it has not answered. */
  get skewMs(): number | undefined {
    return this.#skewMs;
  }

  /** The `Date` of an answer has seconds only, and is written somewhere between request and answer: small differences are none. */
  #readClock({ headers }: HttpAnswer): void {
    const theirsMs = Date.parse(headers.date ?? '');
    if (Number.isNaN(theirsMs)) return;
    const aheadMs = theirsMs - this.#needs.clock.now().getTime();
    this.#skewMs = Math.abs(aheadMs) < LEAST_SKEW_MS ? 0 : aheadMs;
  }

  async send(request: ManagerRequest, signal: AbortSignal): Promise<HttpAnswer> {
    const { clock, random } = this.#needs;
    for (let tried = 1; ; tried += 1) {
      const answer = await this.#sendOnce(request, signal);
      if (request.base === undefined) this.#readClock(answer);
      if (!BUSY.has(answer.status) || tried === TRIES) return answer;
      await clock.wait(FIRST_WAIT_MS * 2 ** tried * (0.75 + random() / 2), signal);
    }
  }

  async #sendOnce(
    { method, base, path, headers, body }: ManagerRequest,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    const { url: own, verifyTls } = this.#base;
    // Not resolved but appended: `//host` stays a path.
    const url = new URL(`${(base ?? own).replace(/\/+$/, '')}${path}`);
    try {
      const rules = { ...this.#needs, setting: SDWAN_SETTING, permitsPrivate: true };
      const found = await findAddress(url.hostname, rules, signal);
      if (!found.ok) throw new ManagerError('SDWAN_ADDRESS_NOT_ALLOWED', { reason: found.reason });
      const sent = { accept: 'application/json', 'user-agent': 'Telltale', ...headers };
      const request = {
        ...found,
        method,
        url,
        headers: sent,
        maxBytes: MAX_ANSWER_BYTES,
        allowInsecure: !verifyTls,
      };
      return await httpExchange(body === undefined ? request : { ...request, body }, signal);
    } catch (cause) {
      throw faultOf(cause, signal);
    }
  }
}

/** Runs with a deadline, after which everything ends as SDWAN_SLOW. */
export async function withDeadline<Value>(
  clock: Clock,
  timeoutMs: number,
  run: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const [late, over] = [new AbortController(), new AbortController()];
  void clock.wait(timeoutMs, over.signal).then(() => {
    if (!over.signal.aborted) late.abort(new ManagerError('SDWAN_SLOW'));
  });
  try {
    return await run(late.signal);
  } finally {
    over.abort();
  }
}
