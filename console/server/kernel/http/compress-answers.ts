import compress from '@fastify/compress';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** Below it, the frame costs about what it saves. */
const THRESHOLD_BYTES = 1_024;

/**
 * Whether an answer may be compressed. The length of a compressed one tells whether two of its parts are alike: where a
 * secret stands beside a text of somebody else's choice, he finds it out letter by letter (BREACH, CVE-2013-3587). What is
 * made for once and shown (passwords, tokens, recovery codes) answers to POST; what anybody may ask, nobody's session guards.
 */
const mayCompress = ({ method, config }: RouteOptions): boolean =>
  config?.contract === undefined || (method === 'GET' && config.contract.needs !== 'anonymous');

/** Compresses answers and files of the routes that follow. Bodies of requests are taken as they are: none is unpacked. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
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
