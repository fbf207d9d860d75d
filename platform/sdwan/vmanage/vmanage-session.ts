import type { HttpResponse } from '#platform/outbound/http-exchange.ts';
import { HOUR_MS } from '#schemas/time/duration.ts';
import type { ManagerAccess } from '../sdwan-client.ts';
import { ManagerError, ViewLostError } from '../sdwan-error.ts';
import { hasPage, jsonOf, rejectStatus, type ManagerHttp, type ManagerRequest } from '../sdwan-http.ts';

const TOKEN = '/dataservice/client/token';
/** The manager does not say when a session ends: it is renewed before. */
const RENEW_MS = HOUR_MS;

/** A session; views that it has opened end with it. */
export interface VmanageLogin {
  readonly cookie: string;
  /** Empty before 19.2. */
  readonly token: string;
  readonly sinceMs: number;
}

/** A response, and the session that it belongs to; undefined with a token. */
interface SessionResponse {
  readonly value: unknown;
  readonly session: VmanageLogin | undefined;
}

const headersOf = ({ cookie, token }: VmanageLogin): Readonly<Record<string, string>> =>
  token === '' ? { cookie } : { cookie, 'x-xsrf-token': token };

/** No sign-in of a vManage at this address. */
const MISSING: ReadonlySet<number> = new Set([404, 405]);

const isTokenFault = ({ status, body }: HttpResponse): boolean =>
  status === 403 && body.includes('SessionTokenFilter');

/** The manager does not know the view of the request. */
const isViewFault = ({ status, body }: HttpResponse): boolean => status === 403 && /vsessionid/i.test(body);

/** A lost session responds with the login page and status 200. */
const isLost = (response: HttpResponse): boolean =>
  (response.status === 200 && hasPage(response)) || response.status === 401 || isTokenFault(response);

/** Throws for a response without a session. Broken JSON is a fault of the manager, or of what is in front of it, and not another type. */
function rejectStranger(response: HttpResponse): never {
  if (/^\s*[[{]/.test(response.body)) jsonOf(response);
  throw new ManagerError('SDWAN_TYPES_DIFFER');
}

/** The cookie of an accepted sign-in. Throws for a rejected one. */
function sessionCookie(response: HttpResponse): string {
  const { status, location, headers } = response;
  if (MISSING.has(status)) throw new ManagerError('SDWAN_TYPES_DIFFER');
  if (location?.includes('passwordReset') === true) throw new ManagerError('SDWAN_PASSWORD_EXPIRED');
  const cookie = headers['set-cookie']?.find((one) => one.startsWith('JSESSIONID='));
  // A sign-in may respond with a redirection to the first page.
  if (status !== 302 || cookie === undefined) rejectStatus(response);
  // The login page; an accepted sign-in has an empty body, whatever type its header names (Cisco: "check the body for the html tag").
  if (hasPage(response)) throw new ManagerError('SDWAN_AUTHENTICATION_FAILED');
  return cookie?.split(';', 1).join('') ?? rejectStranger(response);
}

/** The account of a vManage: a session cookie with a token against forged requests, or an API token without a session. */
export class VmanageSession {
  readonly #http: ManagerHttp;
  readonly #access: ManagerAccess;
  #session: VmanageLogin | undefined;
  #signingIn: Promise<VmanageLogin> | undefined;

  constructor(http: ManagerHttp, access: ManagerAccess) {
    this.#http = http;
    this.#access = access;
  }

  /** The JSON response to a request of the account itself. Signs in first, and again once when the session has ended. */
  async call(request: ManagerRequest, signal: AbortSignal): Promise<unknown> {
    return (await this.callOnce(request, signal)).value;
  }

  /** The same with the session that has responded. */
  async callOnce(request: ManagerRequest, signal: AbortSignal): Promise<SessionResponse> {
    for (let isAgain = false; ; isAgain = true) {
      const session = this.#hasToken ? undefined : await this.#current(signal);
      const response = await this.#http.send(this.#signed(request, session), signal);
      const isRejected = isLost(response);
      if (!isRejected || isAgain || session === undefined) {
        if (isRejected && session === undefined) throw new ManagerError('SDWAN_AUTHENTICATION_FAILED');
        rejectStatus(response);
        if (isRejected) throw new ManagerError('SDWAN_AUTHENTICATION_FAILED');
        return { value: jsonOf(response), session };
      }
      await this.#drop(session, response, signal);
    }
  }

  /**
   * The JSON response to a request within a view that a session has opened. Throws ViewLostError when the session is no
   * longer the current one, or ends: in another session the manager does not know the view, or takes the request for one
   * of the provider.
   */
  async callWithin(
    opened: VmanageLogin | undefined,
    request: ManagerRequest,
    signal: AbortSignal,
  ): Promise<unknown> {
    if (!this.#hasToken && (opened === undefined || opened !== this.#session)) throw new ViewLostError();
    const response = await this.#http.send(this.#signed(request, opened), signal);
    if (isLost(response)) {
      if (opened === undefined) throw new ManagerError('SDWAN_AUTHENTICATION_FAILED');
      await this.#drop(opened, response, signal);
      throw new ViewLostError();
    }
    if (isViewFault(response)) throw new ViewLostError();
    rejectStatus(response);
    return jsonOf(response);
  }

  async close(signal: AbortSignal): Promise<void> {
    // A sign-in under way has a session, too.
    await this.#signingIn?.catch(() => undefined);
    const session = this.#session;
    this.#session = undefined;
    if (session !== undefined) await this.#signOut(session, signal);
  }

  async #signOut(session: VmanageLogin, signal: AbortSignal): Promise<void> {
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

  #signed(request: ManagerRequest, session: VmanageLogin | undefined): ManagerRequest {
    const type = request.body === undefined ? {} : { 'content-type': 'application/json' };
    const own =
      session === undefined ? { authorization: `Bearer ${this.#access.password}` } : headersOf(session);
    return { ...request, headers: { ...request.headers, ...type, ...own } };
  }

  /** The session, renewed before it ends. Calls at the same time share one sign-in. */
  async #current(signal: AbortSignal): Promise<VmanageLogin> {
    const known = this.#session;
    if (known !== undefined && this.#http.nowMs() - known.sinceMs < RENEW_MS) return known;
    const isOwn = this.#signingIn === undefined;
    this.#signingIn ??= this.#renew(known, signal).finally(() => {
      this.#signingIn = undefined;
    });
    try {
      return await this.#signingIn;
    } catch (error) {
      // The sign-in of another call ended with that call.
      if (isOwn || signal.aborted || error instanceof ManagerError) throw error;
      return this.#current(signal);
    }
  }

  async #renew(known: VmanageLogin | undefined, signal: AbortSignal): Promise<VmanageLogin> {
    this.#session = undefined;
    if (known !== undefined) await this.#signOut(known, signal);
    this.#session = await this.#signIn(signal);
    return this.#session;
  }

  /** Forgets a session that was rejected. One whose token alone was rejected stays open at the manager, and is ended. */
  async #drop(session: VmanageLogin, response: HttpResponse, signal: AbortSignal): Promise<void> {
    if (this.#session === session) this.#session = undefined;
    if (isTokenFault(response)) await this.#signOut(session, signal);
  }

  /** A rejected sign-in has status 200 too: the login page instead of an empty body. */
  async #signIn(signal: AbortSignal): Promise<VmanageLogin> {
    const { login, password } = this.#access;
    const response = await this.#http.send(
      {
        method: 'POST',
        path: '/j_security_check',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ j_username: login, j_password: password }).toString(),
      },
      signal,
    );
    const cookie = sessionCookie(response);
    const session = { cookie, token: '', sinceMs: this.#http.nowMs() };
    try {
      return { ...session, token: await this.#readToken(cookie, signal) };
    } catch (error) {
      await this.#signOut(session, signal);
      throw error;
    }
  }

  async #readToken(cookie: string, signal: AbortSignal): Promise<string> {
    const response = await this.#http.send(
      { method: 'GET', path: TOKEN, headers: { cookie, accept: '*/*' } },
      signal,
    );
    if (hasPage(response) && response.status === 200) throw new ManagerError('SDWAN_AUTHENTICATION_FAILED');
    // Releases before 19.2 have none.
    return response.status === 200 ? response.body.trim() : '';
  }
}
