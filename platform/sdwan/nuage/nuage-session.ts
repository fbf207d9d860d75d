import type { HttpResponse } from '#platform/outbound/http-exchange.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { looseNumber, looseRows, looseText } from '../lenient.ts';
import type { ManagerAccess } from '../sdwan-client.ts';
import { ManagerError } from '../sdwan-error.ts';
import { isHtml, jsonOf, rejectStatus, type ManagerHttp } from '../sdwan-http.ts';

export const NUAGE_API = '/nuage/api/v6';
/** Authentication timeout: the API key has expired. */
const EXPIRED = 419;
/** A key is renewed this long before it expires, so that no reading is interrupted. */
const RENEW_MS = MINUTE_MS;

interface Key {
  readonly secret: string;
  /** By our clock; undefined: the VSD does not say. */
  readonly expiresMs: number | undefined;
}

/** The account of a VSD: an API key for the password, which expires. */
export class NuageSession {
  readonly #http: ManagerHttp;
  readonly #access: ManagerAccess;
  #key: Key | undefined;

  constructor(http: ManagerHttp, access: ManagerAccess) {
    this.#http = http;
    this.#access = access;
  }

  get endsMs(): number | undefined {
    return this.#key?.expiresMs;
  }

  forget(): void {
    this.#key = undefined;
  }

  async get(
    path: `/${string}`,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<HttpResponse> {
    for (let isAgain = false; ; isAgain = true) {
      this.#renew();
      this.#key ??= await this.#signIn(signal);
      const own = this.#signed(this.#key.secret);
      const response = await this.#http.send(
        { method: 'GET', path, headers: { ...headers, ...own } },
        signal,
      );
      if ((response.status !== EXPIRED && response.status !== 401) || isAgain) {
        if (response.status === EXPIRED) throw new ManagerError('SDWAN_AUTHENTICATION_FAILED');
        rejectStatus(response);
        return response;
      }
      this.#key = undefined;
    }
  }

  #renew(): void {
    const { expiresMs = Infinity } = this.#key ?? {};
    if (expiresMs - this.#http.nowMs() < RENEW_MS) this.#key = undefined;
  }

  #signed(secret: string): Readonly<Record<string, string>> {
    const { login, organization } = this.#access;
    return {
      authorization: `XREST ${Buffer.from(`${login}:${secret}`).toString('base64')}`,
      'x-nuage-organization': organization,
      'content-type': 'application/json',
    };
  }

  async #signIn(signal: AbortSignal): Promise<Key> {
    const headers = this.#signed(this.#access.password);
    const response = await this.#http.send({ method: 'GET', path: `${NUAGE_API}/me`, headers }, signal);
    if (response.status === 401) throw new ManagerError('SDWAN_AUTHENTICATION_FAILED');
    if (response.status === 404 || (response.status === 200 && isHtml(response)))
      throw new ManagerError('SDWAN_TYPES_DIFFER');
    rejectStatus(response);
    return this.#keyOf(response);
  }

  #keyOf(response: HttpResponse): Key {
    const [user = {}] = looseRows(jsonOf(response));
    const secret = looseText(user, 'APIKey');
    if (secret === '') throw new ManagerError('SDWAN_TYPES_DIFFER');
    const theirsMs = looseNumber(user, 'APIKeyExpiry');
    const expiresMs = theirsMs === undefined ? undefined : theirsMs - (this.#http.skewMs ?? 0);
    // A key that would be renewed at once is used until the VSD rejects it.
    const isShort = expiresMs !== undefined && expiresMs - this.#http.nowMs() < 2 * RENEW_MS;
    return { secret, expiresMs: isShort ? undefined : expiresMs };
  }
}
