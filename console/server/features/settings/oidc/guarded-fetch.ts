import type { BlockList } from 'node:net';
import type { CustomFetch } from 'openid-client';
import { findAddress, type Resolve } from '#platform/outbound/find-address.ts';
import { httpExchange, type HttpResponse } from '#platform/outbound/http-exchange.ts';
import { isListed } from '#platform/outbound/internal-address.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

export const OIDC_NETWORKS = 'OIDC_ALLOWED_NETWORKS';

/** A response must be complete within this time, the resolution of the name included. */
export const OIDC_TIMEOUT_MS = 5 * SECOND_MS;
/** Larger responses are rejected. */
const MAX_BODY_BYTES = 512 * 1_024;

/** Name resolution and network limits for providers. */
export interface OidcReach {
  readonly resolve: Resolve;
  /** Internal networks in which providers may be, also without TLS. */
  readonly allowed: BlockList;
}

/** A provider that cannot be called. The message is for administrators and quotes no response, which may be of any host. */
export class OidcUnreachableError extends Error {
  override readonly name = 'OidcUnreachableError';
}

function bodyOf(body: unknown): string | undefined {
  if (body === null || body === undefined) return undefined;
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body);
  throw new TypeError('a request to a provider has a form or no body');
}

function headersOf(given: Readonly<Record<string, string | readonly string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  return headers;
}

/** Statuses whose responses have no body (Fetch, 2.2.3). */
const withoutBody: readonly number[] = [204, 205, 304];

/** The address to call for a URL. Throws when it may not be called. */
async function checkedAddress(url: URL, { resolve, allowed }: OidcReach, signal: AbortSignal) {
  const { host, hostname, protocol } = url;
  const rules = { resolve, allowed, setting: OIDC_NETWORKS };
  const found = await findAddress(hostname, rules, signal).catch((error: unknown) => {
    throw new OidcUnreachableError(`${host} cannot be resolved`, { cause: error });
  });
  if (!found.ok)
    throw new OidcUnreachableError(
      `the address of ${host} is not allowed: ${OIDC_NETWORKS} lists the exceptions`,
    );
  if (protocol !== 'https:' && (protocol !== 'http:' || !isListed(found.address, allowed)))
    throw new OidcUnreachableError(`https is required for ${host}: it is not in ${OIDC_NETWORKS}`);
  return found;
}

function responseOf(host: string, { status, headers, body, isComplete }: HttpResponse): Response {
  if (!isComplete) throw new OidcUnreachableError(`the response of ${host} is too large`);
  if (status < 200 || status > 599)
    throw new OidcUnreachableError(`${host} responds with status ${String(status)}`);
  return new Response(withoutBody.includes(status) ? null : body, { status, headers: headersOf(headers) });
}

/**
 * The requests of the library: each to the checked address of its host, on its own connection, without following a redirect, within limits of
 * time and size.
 */
export function guardedFetch(reach: OidcReach): CustomFetch {
  return async (target, { method, headers, body }) => {
    const url = new URL(target);
    const signal = AbortSignal.timeout(OIDC_TIMEOUT_MS);
    const { address, family } = await checkedAddress(url, reach, signal);
    const payload = bodyOf(body);
    const exchange = await httpExchange(
      {
        url,
        address,
        family,
        headers,
        maxBytes: MAX_BODY_BYTES,
        allowInsecure: false,
        method: method === 'POST' ? 'POST' : 'GET',
        ...(payload !== undefined && { body: payload }),
      },
      signal,
    ).catch((error: unknown) => {
      const why = signal.aborted ? 'does not respond in time' : 'does not respond';
      throw new OidcUnreachableError(`${url.host} ${why}`, { cause: error });
    });
    return responseOf(url.host, exchange);
  };
}
