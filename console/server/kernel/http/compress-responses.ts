import compress from '@fastify/compress';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** Below this size compression saves about as much as its framing costs. */
const THRESHOLD_BYTES = 1_024;

/** Sent as it is: of an archive the plug-in would make the encoding of the response, and browsers would unpack it. */
const binary = 'application/octet-stream';

/**
 * Whether a response may be compressed. The compressed length reveals whether two parts are alike: an attacker who controls text
 * next to a secret can find the secret letter by letter (BREACH, CVE-2013-3587). Secrets that are shown once (passwords, tokens,
 * recovery codes) are replies to POST, and anonymous routes are not protected by a session.
 */
const mayCompress = ({ method, config }: RouteOptions): boolean =>
  config?.contract === undefined ||
  (method === 'GET' && config.contract.needs !== 'anonymous' && config.contract.media !== binary);

/** Compresses responses and files of the routes registered after it. Request bodies are never decompressed. */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (!mayCompress(route)) route.compress = false;
  });
  await app.register(compress, {
    globalCompression: true,
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: THRESHOLD_BYTES,
  });
}
