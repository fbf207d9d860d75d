import { STATUS_CODES } from 'node:http';
import type { Clock } from '#platform/clock/clock.ts';
import { findAddress, type AddressRules } from '#platform/outbound/find-address.ts';
import {
  CertificateChangedError,
  httpExchange,
  type HttpResponse,
  type HttpRequest,
  type ShownCertificate,
} from '#platform/outbound/http-exchange.ts';
import { jsonFaultOffset } from '#schemas/text/json-fault.ts';
import { ManagerError, type ManagerFault } from './sdwan-error.ts';
import { looseFields, looseText } from './lenient.ts';

export interface ManagerHttpNeeds extends Pick<AddressRules, 'resolve' | 'allowed'> {
  readonly clock: Clock;
  /** In [0, 1): spreads repeated requests. */
  readonly random: () => number;
  /** Retries on an overloaded manager until the deadline, as processes do that have time: otherwise four times. */
  readonly isPatient?: boolean;
}

export interface ManagerRequest extends Pick<HttpRequest, 'method' | 'headers'> {
  /** Path and query below the address of the manager, or of `base`. */
  readonly path: `/${string}`;
  readonly base?: string;
  readonly body?: string;
  /** Of the response: 5 MB by default. */
  readonly maxBytes?: number;
}

/** How a manager is reached. */
export interface ManagerBase {
  readonly url: string;
  readonly verifyTls: boolean;
  readonly pinned: string;
}

/** Networks of this machine and link in which managers may be: private ones always are. */
export const SDWAN_SETTING = 'SDWAN_ALLOWED_NETWORKS';
/** Maximum bytes of a response. */
const MAX_RESPONSE_BYTES = 5_000_000;
/** Maximum bytes of a list that has no pages: 20,000 devices of vManage have 25 MB. */
export const MAX_LIST_BYTES = 40_000_000;
const TRIES = 4;
const FIRST_WAIT_MS = 200;
/** Rate limits count by the minute. */
const LONGEST_WAIT_MS = 20_000;
const LONGEST_RETRY_AFTER_S = 60;
/** Clocks that differ by less are taken as the same: a slow response is dated before it arrives. */
const LEAST_SKEW_MS = 15_000;
const BUSY: ReadonlySet<number> = new Set([429, 503]);

/** Characters of a text of a manager in a problem. */
const MAX_SHOWN = 300;

/** Codes of TLS verification in Node.js. */
const isCertificateFault = (cause: unknown): boolean =>
  cause instanceof Error &&
  /CERT|SIGNED|ALTNAME|UNABLE_TO_VERIFY/i.test((cause as { code?: string }).code ?? '');

function faultOf(cause: unknown, signal: AbortSignal): ManagerError {
  if (signal.aborted && signal.reason instanceof ManagerError) return signal.reason;
  if (cause instanceof ManagerError) return cause;
  if (cause instanceof CertificateChangedError)
    return new ManagerError('SDWAN_CERTIFICATE_CHANGED', {}, cause);
  if (isCertificateFault(cause)) {
    // Behind a semicolon, Node.js advises on its options.
    const [reason = ''] = (cause as Error).message.split(';', 1);
    return new ManagerError('SDWAN_CERTIFICATE_INVALID', { reason }, cause);
  }
  return new ManagerError('SDWAN_UNREACHABLE', {}, cause);
}

/** The sentence that a manager gives in the body of an error, without its full stop; without one what its status means. */
function detailOf({ status, body }: HttpResponse): string {
  const meaning = STATUS_CODES[status] ?? 'Unknown Status';
  try {
    const error = looseFields(looseFields(JSON.parse(body))['error']);
    const given = looseText(error, 'details', 'message').slice(0, MAX_SHOWN);
    return given.replace(/[\s.]+$/u, '') || meaning;
  } catch {
    return meaning;
  }
}

/** A redirection is not followed: credentials would go to where it leads. */
function rejectRedirection({ status, location }: HttpResponse): void {
  if (status >= 300 && status < 400 && location !== undefined)
    throw new ManagerError('SDWAN_REDIRECTED', { location: location.slice(0, MAX_SHOWN) });
}

/** Throws for a status that is not a success. */
export function rejectStatus(response: HttpResponse): void {
  const { status } = response;
  if (status >= 200 && status < 300) return;
  rejectRedirection(response);
  if (status === 400) throw new ManagerError('SDWAN_REQUEST_INVALID', { detail: detailOf(response) });
  if (status === 401) throw new ManagerError('SDWAN_BAD_CREDENTIALS');
  if (status === 403) throw new ManagerError('SDWAN_INSUFFICIENT_RIGHTS');
  if (status === 404) throw new ManagerError('SDWAN_ROUTE_MISSING');
  if (BUSY.has(status)) throw new ManagerError('SDWAN_BUSY');
  const params = { status, detail: detailOf(response) };
  throw new ManagerError(status >= 500 ? 'SDWAN_MANAGER_FAILED' : 'SDWAN_STATUS_FAILED', params);
}

/** Whether a body is a page. The header says nothing of an empty body, and managers name types that the body is not of. */
export const hasPage = ({ body }: Pick<HttpResponse, 'body'>): boolean => body.trimStart().startsWith('<');

export const isHtml = ({ headers, body }: HttpResponse): boolean =>
  (headers['content-type'] ?? '').startsWith('text/html') || hasPage({ body });

/** A response that was cut, a sign-in included: what is left of it says nothing about its manager. */
function rejectCut({ status, isComplete }: HttpResponse, maxBytes: number): void {
  if (!isComplete && status >= 200 && status < 300)
    throw new ManagerError('SDWAN_RESPONSE_TOO_LARGE', { max: maxBytes / 1_000_000 });
}

/** The body as JSON; undefined when it is empty. */
export function jsonOf({ body }: Pick<HttpResponse, 'body'>): unknown {
  if (body.trim() === '') return undefined;
  try {
    return JSON.parse(body) as unknown;
  } catch (cause) {
    // A text that ends too early breaks at its last character.
    const position = Math.min(jsonFaultOffset(cause, body) + 1, body.length);
    const params = { position, length: body.length };
    throw new ManagerError('SDWAN_RESPONSE_NOT_JSON', params, cause);
  }
}

/** Requests to one manager: to checked addresses only, without following redirects, repeated while it is overloaded. */
export class ManagerHttp {
  readonly #needs: ManagerHttpNeeds;
  readonly #base: ManagerBase;
  #skewMs: number | undefined;
  #certificate: ShownCertificate | undefined;
  #slowestMs: number | undefined;

  constructor(needs: ManagerHttpNeeds, base: ManagerBase) {
    this.#needs = needs;
    this.#base = base;
  }

  /** How far the manager's clock is ahead of ours, milliseconds; undefined as long as it has not responded. */
  get skewMs(): number | undefined {
    return this.#skewMs;
  }

  /** The certificate of the manager; undefined without TLS, and as long as it has not responded. */
  get certificate(): ShownCertificate | undefined {
    return this.#certificate;
  }

  /** Returns and resets how long the slowest response took; undefined: there was none. */
  takeSlowestMs(): number | undefined {
    const taken = this.#slowestMs;
    this.#slowestMs = undefined;
    return taken;
  }

  /** Our time. */
  nowMs(): number {
    return this.#needs.clock.now().getTime();
  }

  /** The `Date` of a response has seconds only, and is written somewhere between request and response: small differences are none. */
  #readClock({ headers }: HttpResponse): void {
    const theirsMs = Date.parse(headers.date ?? '');
    if (Number.isNaN(theirsMs)) return;
    const aheadMs = theirsMs - this.#needs.clock.now().getTime();
    this.#skewMs = Math.abs(aheadMs) < LEAST_SKEW_MS ? 0 : aheadMs;
  }

  async send(request: ManagerRequest, signal: AbortSignal): Promise<HttpResponse> {
    for (let tried = 1; ; tried += 1) {
      const startMs = this.#needs.clock.elapsed();
      const response = await this.#sendOnce(request, signal);
      this.#slowestMs = Math.max(this.#slowestMs ?? 0, this.#needs.clock.elapsed() - startMs);
      if (request.base === undefined) {
        this.#readClock(response);
        this.#certificate = response.certificate ?? this.#certificate;
      }
      if (!BUSY.has(response.status) || !(await this.#waitFor(response, tried, signal))) return response;
    }
  }

  /** Waits as long as a manager requests, else longer each time. False: no more tries. */
  async #waitFor({ retryAfter }: HttpResponse, tried: number, signal: AbortSignal): Promise<boolean> {
    const { clock, random, isPatient = false } = this.#needs;
    if (!isPatient && tried >= TRIES) return false;
    const requested = /^\d{1,4}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0;
    const grown = Math.min(FIRST_WAIT_MS * 2 ** tried, LONGEST_WAIT_MS) * (0.75 + random() / 2);
    await clock.wait(Math.max(grown, 1_000 * Math.min(requested, LONGEST_RETRY_AFTER_S)), signal);
    // What the deadline ended was an overload.
    return !signal.aborted;
  }

  /** What is not verified stays the same: the certificate that was shown first. */
  #pinned(): { readonly pinned?: string } {
    const { verifyTls, pinned } = this.#base;
    const known = pinned === '' ? this.#certificate?.fingerprint : pinned;
    return verifyTls || known === undefined ? {} : { pinned: known };
  }

  async #sendOnce(
    { method, base, path, headers, body, maxBytes = MAX_RESPONSE_BYTES }: ManagerRequest,
    signal: AbortSignal,
  ): Promise<HttpResponse> {
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
        maxBytes,
        allowInsecure: !verifyTls,
        ...(base === undefined && this.#pinned()),
      };
      const response = await httpExchange(body === undefined ? request : { ...request, body }, signal);
      rejectCut(response, maxBytes);
      return response;
    } catch (cause) {
      throw faultOf(cause, signal);
    }
  }
}

interface Deadline {
  readonly timeoutMs: number;
  /** As what everything ends then. */
  readonly fault?: ManagerFault;
}

/** Runs with a deadline, after which everything ends as SDWAN_SLOW, or as another fault. */
export async function withDeadline<Value>(
  clock: Clock,
  { timeoutMs, fault = 'SDWAN_SLOW' }: Deadline,
  run: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const [late, over] = [new AbortController(), new AbortController()];
  void clock.wait(timeoutMs, over.signal).then(() => {
    if (!over.signal.aborted) late.abort(new ManagerError(fault));
  });
  try {
    return await run(late.signal);
  } finally {
    over.abort();
  }
}
