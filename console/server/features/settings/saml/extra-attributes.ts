import type { BlockList } from 'node:net';
import { findAddress } from '#platform/outbound/find-address.ts';
import type { Resolve } from '#platform/outbound/find-address.ts';
import { httpExchange } from '#platform/outbound/http-exchange.ts';
import { isListed } from '#platform/outbound/internal-address.ts';
import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import { extraUrlOf } from '#schemas/settings/saml/rules.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { SamlRefusal } from './message-inspection.ts';

const TIMEOUT_MS = 5 * SECOND_MS;
const MOST_BYTES = 256 * 1_024;
const SETTING = 'SAML_ALLOWED_NETWORKS';

/** How extra attributes are reached. */
export interface ExtraReach {
  readonly resolve: Resolve;
  /** Networks of our own side in which the source may stand, and where it may be asked without TLS. */
  readonly allowed: BlockList;
}

/** What is told of a source that failed: nothing of what it answered, which may be anybody's. */
class Unread extends Error {}

async function answerOf(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { resolve, allowed }: ExtraReach,
): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const found = await findAddress(url.hostname, { resolve, allowed, setting: SETTING }, signal);
  if (!found.ok) throw new Unread(`its address may not be called: ${SETTING} names the exceptions`);
  if (url.protocol !== 'https:' && !isListed(found.address, allowed))
    throw new Unread(`it is asked by https only, but for ${SETTING}`);
  const request = { ...found, method: 'GET', url, headers, allowInsecure: false } as const;
  const { status, body } = await httpExchange({ ...request, maxBytes: MOST_BYTES + 1 }, signal);
  if (status < 200 || status > 299) throw new Unread('it answers no success');
  if (Buffer.byteLength(body) > MOST_BYTES) throw new Unread('its answer is too large');
  return body;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // The message of the parser quotes the answer.
    throw new Unread('its answer is no JSON');
  }
}

/**
 * What the configured address says about a user, as JSON. It is asked for this host only, at an address that was checked: a
 * redirection is refused, and the name of the user stands encoded in path or query.
 */
export async function fetchExtra(
  { url, headers }: NonNullable<SamlSettings['extra']>,
  username: string,
  reach: ExtraReach,
): Promise<unknown> {
  const sent = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
  try {
    return parsed(
      await answerOf(new URL(extraUrlOf(url, username)), { accept: 'application/json', ...sent }, reach),
    );
  } catch (error) {
    const why = error instanceof Unread ? error.message : 'it does not answer';
    throw new SamlRefusal(`the extra attributes cannot be read: ${why}`, { cause: error });
  }
}
