import type { BlockList } from 'node:net';
import { findAddress, type Resolve } from '#platform/outbound/find-address.ts';
import { httpExchange } from '#platform/outbound/http-exchange.ts';
import { isListed } from '#platform/outbound/internal-address.ts';
import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import { extraUrlOf } from '#schemas/settings/saml/rules.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { SamlRejection } from './message-inspection.ts';

const TIMEOUT_MS = 5 * SECOND_MS;
const MAX_BODY_BYTES = 256 * 1_024;
const SETTING = 'SAML_ALLOWED_NETWORKS';

/** Name resolution and network limits for the source of extra attributes. */
export interface ExtraReach {
  readonly resolve: Resolve;
  /** Internal networks in which the source may be, also without TLS. */
  readonly allowed: BlockList;
}

/** The reported failure of a source. Never quotes its response, which may belong to any host. */
class SourceError extends Error {}

async function requestBody(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { resolve, allowed }: ExtraReach,
): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const found = await findAddress(url.hostname, { resolve, allowed, setting: SETTING }, signal);
  if (!found.ok) throw new SourceError(`its address is not allowed: ${SETTING} lists the exceptions`);
  if (url.protocol !== 'https:' && !isListed(found.address, allowed))
    throw new SourceError(`https is required outside ${SETTING}`);
  const request = { ...found, method: 'GET', url, headers, allowInsecure: false } as const;
  const { status, body } = await httpExchange({ ...request, maxBytes: MAX_BODY_BYTES + 1 }, signal);
  if (status < 200 || status > 299) throw new SourceError('it returned no success status');
  if (Buffer.byteLength(body) > MAX_BODY_BYTES) throw new SourceError('its response is too large');
  return body;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // The parser's own message quotes the response.
    throw new SourceError('its response is not JSON');
  }
}

/**
 * Fetches the extra attributes of a user as JSON from the configured URL. Connects only to the checked address, follows no redirect,
 * and encodes the username in path or query.
 */
export async function fetchExtra(
  { url, headers }: NonNullable<SamlSettings['extra']>,
  username: string,
  reach: ExtraReach,
): Promise<unknown> {
  const sent = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
  try {
    return parseJson(
      await requestBody(new URL(extraUrlOf(url, username)), { accept: 'application/json', ...sent }, reach),
    );
  } catch (error) {
    const why = error instanceof SourceError ? error.message : 'it does not respond';
    throw new SamlRejection(`the extra attributes cannot be read: ${why}`, { cause: error });
  }
}
