import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import { extraUrlOf } from '#schemas/settings/saml/rules.ts';
import { SamlRefusal } from './message-inspection.ts';

const TIMEOUT_MS = 5_000;
const MOST_BYTES = 256 * 1_024;

async function bodyOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error(`the answer is larger than ${String(MOST_BYTES)} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * What the configured address says about a user, as JSON. It is asked for this host only: a redirection is refused, and the
 * name of the user stands encoded in path or query.
 */
export async function fetchExtra(
  { url, headers }: NonNullable<SamlSettings['extra']>,
  username: string,
): Promise<unknown> {
  try {
    const response = await fetch(extraUrlOf(url, username), {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: [
        ['accept', 'application/json'],
        ...headers.map(({ name, value }): [string, string] => [name, value]),
      ],
    });
    if (!response.ok) throw new Error(`it answers ${String(response.status)}`);
    return JSON.parse(await bodyOf(response)) as unknown;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SamlRefusal(`the extra attributes cannot be read: ${why}`, { cause: error });
  }
}
