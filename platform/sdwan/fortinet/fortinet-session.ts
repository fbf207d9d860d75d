import { looseFields, looseNumber, looseText } from '../lenient.ts';
import type { ManagerAccess } from '../sdwan-client.ts';
import { ManagerError } from '../sdwan-error.ts';
import { isHtml, jsonOf, rejectStatus, type ManagerHttp } from '../sdwan-http.ts';

/** Codes in responses whose status is 200. */
const code = { ok: 0, unknown: -3, forbidden: -11, invalidUrl: -6, login: -22 } as const;

export interface FortinetCall {
  readonly method: 'get' | 'exec';
  readonly param: Readonly<Record<string, unknown>> & { readonly url: string };
  readonly headers?: Readonly<Record<string, string>>;
  /** Of the response: 5 MB by default. */
  readonly maxBytes?: number;
}

interface Result {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
  readonly session: string;
}

/** Throws for a code that is neither success nor a missing right. */
function rejectCode({ code: given, message }: Result, adom: string): void {
  if (given === code.unknown) throw new ManagerError('SDWAN_ADOM_NOT_FOUND', { adom });
  if (given === code.invalidUrl) throw new ManagerError('SDWAN_ROUTE_MISSING');
  if (given !== code.forbidden)
    throw new ManagerError('SDWAN_REQUEST_INVALID', { detail: `${String(given)} ${message}` });
}

/** The account of a FortiManager: a session of JSON-RPC, or an API token without one (from 7.2.2). */
export class FortinetSession {
  readonly #http: ManagerHttp;
  readonly #access: ManagerAccess;
  #session: string | undefined;
  #signingIn: Promise<string> | undefined;
  #id = 0;

  constructor(http: ManagerHttp, access: ManagerAccess) {
    this.#http = http;
    this.#access = access;
  }

  /** The data of a response. `adom` is the one that the call is about. */
  async call(call: FortinetCall, signal: AbortSignal, adom: string): Promise<unknown> {
    const hasToken = this.#access.signsInWith === 'token';
    for (let isAgain = false; ; isAgain = true) {
      const session = hasToken ? null : await this.#current(signal);
      const result = await this.#send(call, session, signal);
      if (result.code === code.ok) return result.data;
      rejectCode(result, adom);
      // An ended session, a token that is not valid and a missing right have the same code.
      const isOther = session !== null && this.#session !== session;
      if (isAgain || session === null || (!isOther && (await this.#isValid(session, signal))))
        throw new ManagerError('SDWAN_INSUFFICIENT_RIGHTS');
      if (this.#session === session) this.#session = undefined;
      await this.#signOut(session, signal);
    }
  }

  async close(signal: AbortSignal): Promise<void> {
    // A sign-in under way has a session, too.
    await this.#signingIn?.catch(() => undefined);
    const session = this.#session;
    this.#session = undefined;
    if (session !== undefined) await this.#signOut(session, signal);
  }

  /** Whether a session still reads what every administrator may: ending it would take it from calls at the same time. */
  async #isValid(session: string, signal: AbortSignal): Promise<boolean> {
    const call = { method: 'get', param: { url: '/cli/global/system/status' } } as const;
    return (await this.#send(call, session, signal)).code === code.ok;
  }

  /** A session that a missing right looks like the end of stays open at the FortiManager, which bounds those of a user. */
  async #signOut(session: string, signal: AbortSignal): Promise<void> {
    const call = { method: 'exec', param: { url: 'sys/logout' } } as const;
    await this.#send(call, session, signal).catch(() => undefined);
  }

  /** The session. Calls at the same time share one sign-in. */
  async #current(signal: AbortSignal): Promise<string> {
    if (this.#session !== undefined) return this.#session;
    const isOwn = this.#signingIn === undefined;
    this.#signingIn ??= this.#signIn(signal).finally(() => {
      this.#signingIn = undefined;
    });
    try {
      this.#session = await this.#signingIn;
      return this.#session;
    } catch (error) {
      // The sign-in of another call ended with that call.
      if (isOwn || signal.aborted || error instanceof ManagerError) throw error;
      return this.#current(signal);
    }
  }

  async #signIn(signal: AbortSignal): Promise<string> {
    const { login: user, password: passwd } = this.#access;
    const param = { url: 'sys/login/user', data: { user, passwd } };
    const result = await this.#send({ method: 'exec', param }, null, signal);
    if (result.code !== code.ok) throw new ManagerError('SDWAN_AUTHENTICATION_FAILED');
    if (result.session === '') throw new ManagerError('SDWAN_TYPES_DIFFER');
    return result.session;
  }

  #tokenHeader(): Readonly<Record<string, string>> {
    const { signsInWith, password } = this.#access;
    return signsInWith === 'token' ? { authorization: `Bearer ${password}` } : {};
  }

  async #send(
    { method, param, headers = {}, maxBytes }: FortinetCall,
    session: string | null,
    signal: AbortSignal,
  ): Promise<Result> {
    this.#id += 1;
    const response = await this.#http.send(
      {
        method: 'POST',
        path: '/jsonrpc',
        headers: { ...headers, ...this.#tokenHeader(), 'content-type': 'application/json' },
        body: JSON.stringify({ id: this.#id, method, params: [param], session, verbose: 1 }),
        ...(maxBytes !== undefined && { maxBytes }),
      },
      signal,
    );
    if (response.status === 401) throw new ManagerError('SDWAN_AUTHENTICATION_FAILED');
    if (response.status === 404 || isHtml(response)) {
      if (response.status >= 400 && response.status !== 404) rejectStatus(response);
      throw new ManagerError('SDWAN_TYPES_DIFFER');
    }
    rejectStatus(response);
    return resultOf(jsonOf(response));
  }
}

function resultOf(response: unknown): Result {
  const body = looseFields(response);
  const result = looseFields(Array.isArray(body['result']) ? body['result'][0] : body['result']);
  const status = looseFields(result['status']);
  const given = looseNumber(status, 'code');
  if (given === undefined) throw new ManagerError('SDWAN_TYPES_DIFFER');
  return {
    code: given,
    message: looseText(status, 'message'),
    data: result['data'],
    session: looseText(body, 'session'),
  };
}
