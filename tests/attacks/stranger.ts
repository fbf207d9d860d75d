import { request, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { AttackImpossible, type Target } from './attack.ts';

export interface StrangerResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const FORM = 'application/x-www-form-urlencoded';
let addresses = 1;

/** A browser with its own cookies and, on Linux, its own loopback address: delays count per address. */
export class Stranger {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();
  readonly #address: string;

  constructor({ url }: Target) {
    addresses += 1;
    this.#url = url;
    this.#address = `127.0.${String(addresses >> 8)}.${String(addresses & 255)}`;
  }

  get(path: string): Promise<StrangerResponse> {
    return this.#send('GET', path, {});
  }

  /** As a page of the console. */
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown = {}): Promise<StrangerResponse> {
    const token = this.#cookies.get('X-CSRF-Token') ?? '';
    const headers = { 'content-type': 'application/json', origin: this.#url, 'x-csrf-token': token };
    return this.#send(method, path, { headers, body: JSON.stringify(body) });
  }

  /** A file, as a page of the console. */
  upload(path: string, content: string): Promise<StrangerResponse> {
    const token = this.#cookies.get('X-CSRF-Token') ?? '';
    const type = 'application/octet-stream';
    const headers = { 'content-type': type, origin: this.#url, 'x-csrf-token': token };
    return this.#send('POST', path, { headers, body: content });
  }

  /** A form that a page of another site posts: without the cookies; or, `again`, one of the console. */
  post(path: string, fields: Readonly<Record<string, string>>, again = false): Promise<StrangerResponse> {
    const headers = { 'content-type': FORM, origin: 'null' };
    const body = new URLSearchParams(fields).toString();
    return this.#send('POST', path, { headers, body, withCookies: again });
  }

  #send(
    method: string,
    path: string,
    sent: {
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly withCookies?: boolean;
    },
  ): Promise<StrangerResponse> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      ...sent.headers,
      ...(sent.withCookies === false || cookie === '' ? {} : { cookie }),
      // Node frames the body of a DELETE only when it is given its length.
      ...(sent.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(sent.body)) }),
    };
    return new Promise((resolve, reject) => {
      const call = request(
        new URL(path, this.#url),
        // One connection each: the product may close an idle one in the moment of its next use.
        { method, headers, localAddress: this.#address, timeout: 20_000, agent: false },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (part: string) => (text += part));
          response.on('error', reject);
          response.on('end', () => {
            for (const each of response.headers['set-cookie'] ?? []) this.#keep(each);
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
          });
        },
      );
      call.on('error', reject);
      call.end(sent.body);
    });
  }

  #keep(header: string): void {
    const [pair = '', ...attributes] = header.split('; ');
    const at = pair.indexOf('=');
    const isDeleted = attributes.some((each) => /^(Max-Age=0|Expires=Thu, 01 Jan 1970)/.test(each));
    if (isDeleted) this.#cookies.delete(pair.slice(0, at));
    else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

export const codeOf = ({ text }: StrangerResponse): string => {
  try {
    return (JSON.parse(text) as { code?: string }).code ?? '';
  } catch {
    return '';
  }
};

/** Signs in once, and waits as long as the product demands. */
export async function trySignIn(
  who: Stranger,
  username: string,
  password: string,
): Promise<StrangerResponse> {
  await who.get('/api/v1/authProviders');
  const reply = await who.send('POST', '/api/v1/internalLogin', { username, password });
  if (reply.status !== 429) return reply;
  await wait(Number(reply.headers['retry-after'] ?? 1) * 1_000);
  return trySignIn(who, username, password);
}

/** Accepts the terms, where there are any. Throws unless the sign-in succeeds. */
export async function signInAs(target: Target, username: string, password: string): Promise<Stranger> {
  const who = new Stranger(target);
  let reply = await trySignIn(who, username, password);
  if (codeOf(reply) === 'TERMS_NOT_ACCEPTED') {
    const { step } = JSON.parse((await who.get('/api/v1/internalLogin/step')).text) as {
      step: { version: number };
    };
    reply = await who.send('POST', '/api/v1/internalLogin/terms', { version: step.version });
  }
  if (reply.status !== 200)
    throw new AttackImpossible(`${username} cannot sign in: ${String(reply.status)} ${codeOf(reply)}`);
  return who;
}

export const administrator = ({ admin, ...target }: Target): Promise<Stranger> =>
  signInAs({ admin, ...target }, admin.username, admin.password);

export const isSignedIn = async (who: Stranger): Promise<boolean> =>
  (await who.get('/api/v1/session')).status === 200;
