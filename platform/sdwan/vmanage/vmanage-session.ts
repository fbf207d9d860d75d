import type { HttpAnswer } from '#platform/outbound/http-exchange.ts';
import { HOUR_MS } from '#schemas/time/duration.ts';
import type { ManagerAccess } from '../sdwan-client.ts';
import { ManagerError } from '../sdwan-error.ts';
import { isHtml, jsonOf, rejectStatus } from '../sdwan-http.ts';
import type { ManagerHttp, ManagerRequest } from '../sdwan-http.ts';

const TOKEN = '/dataservice/client/token';
/** The manager does not say when a session ends: it is renewed before. */
const RENEW_MS = HOUR_MS;

interface Session {
  readonly cookie: string;
  /** Empty before 19.2. */
  readonly token: string;
  readonly sinceMs: number;
}

/** No sign-in of a vManage at this address. */
const MISSING: ReadonlySet<number> = new Set([404, 405]);

const isTokenFault = ({ status, body }: HttpAnswer): boolean =>
  status === 403 && body.includes('SessionTokenFilter');

/** A lost session answers with the login page and status 200. */
const isLost = (answer: HttpAnswer): boolean =>
  (answer.status === 200 && isHtml(answer)) || answer.status === 401 || isTokenFault(answer);

/** Throws for an answer without a session. Broken JSON is a fault of the manager, or of what is in front of it, and not another type. */
function rejectStranger(answer: HttpAnswer): never {
  if (/^\s*[[{]/.test(answer.body)) jsonOf(answer);
  throw new ManagerError('SDWAN_TYPES_DIFFER');
}

/** The cookie of an accepted sign-in. Throws for a rejected one. */
function sessionCookie(answer: HttpAnswer): string {
  const { status, location, headers } = answer;
  if (MISSING.has(status)) throw new ManagerError('SDWAN_TYPES_DIFFER');
  if (location?.includes('passwordReset') === true) throw new ManagerError('SDWAN_PASSWORD_EXPIRED');
  const cookie = headers['set-cookie']?.find((one) => one.startsWith('JSESSIONID='));
  // A sign-in may answer with a redirection to the first page.
  if (status !== 302 || cookie === undefined) rejectStatus(answer);
  if (isHtml(answer)) throw new ManagerError('SDWAN_AUTHENTICATION_FAILED');
  return cookie?.split(';', 1).join('') ?? rejectStranger(answer);
}

/** The account of a vManage: a session cookie with a token against forged requests, or an API token without a session. */
export class VmanageSession {
  readonly #http: ManagerHttp;
  readonly #access: ManagerAccess;
  #session: Session | undefined;

  constructor(http: ManagerHttp, access: ManagerAccess) {
    this.#http = http;
    this.#access = access;
  }

  /** The JSON answer to a request. Signs in first, and again once when the session has ended. */
  async call(request: ManagerRequest, signal: AbortSignal): Promise<unknown> {
    for (let isAgain = false; ; isAgain = true) {
      const answer = await this.#http.send(await this.#signed(request, signal), signal);
      const isRejected = isLost(answer);
      if (!isRejected || isAgain || this.#hasToken) {
        if (isRejected && this.#hasToken) throw new ManagerError('SDWAN_AUTHENTICATION_FAILED');
        rejectStatus(answer);
        if (isRejected) throw new ManagerError('SDWAN_AUTHENTICATION_FAILED');
        return jsonOf(answer);
      }
      this.#session = undefined;
    }
  }

  async close(signal: AbortSignal): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    if (session === undefined) return;
    const request = {
      method: 'GET',
      path: '/logout?nocache=1',
      headers: { cookie: session.cookie },
    } as const;
    await this.#http.send(request, signal).catch(() => undefined);
  }

  get #hasToken(): boolean {
    return this.#access.signsInWith === 'token';
  }

  async #signed(request: ManagerRequest, signal: AbortSignal): Promise<ManagerRequest> {
    const type = request.body === undefined ? {} : { 'content-type': 'application/json' };
    const own = this.#hasToken
      ? { authorization: `Bearer ${this.#access.password}` }
      : await this.#sessionHeaders(signal);
    return { ...request, headers: { ...request.headers, ...type, ...own } };
  }

  async #sessionHeaders(signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
    if (this.#session !== undefined && this.#http.nowMs() - this.#session.sinceMs >= RENEW_MS)
      await this.close(signal);
    this.#session ??= await this.#signIn(signal);
    const { cookie, token } = this.#session;
    return token === '' ? { cookie } : { cookie, 'x-xsrf-token': token };
  }

  /** A rejected sign-in has status 200 too: the login page instead of an empty body. */
  async #signIn(signal: AbortSignal): Promise<Session> {
    const { login, password } = this.#access;
    const answer = await this.#http.send(
      {
        method: 'POST',
        path: '/j_security_check',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ j_username: login, j_password: password }).toString(),
      },
      signal,
    );
    const cookie = sessionCookie(answer);
    return { cookie, token: await this.#readToken(cookie, signal), sinceMs: this.#http.nowMs() };
  }

  async #readToken(cookie: string, signal: AbortSignal): Promise<string> {
    const answer = await this.#http.send(
      { method: 'GET', path: TOKEN, headers: { cookie, accept: '*/*' } },
      signal,
    );
    if (isHtml(answer) && answer.status === 200) throw new ManagerError('SDWAN_AUTHENTICATION_FAILED');
    // Releases before 19.2 have none.
    return answer.status === 200 ? answer.body.trim() : '';
  }
}
