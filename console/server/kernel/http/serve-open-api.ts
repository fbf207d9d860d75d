import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import type { Clock } from '#platform/clock/clock.ts';
import { JobThread } from '#platform/thread/job-thread.ts';
import { API } from '#schemas/route.ts';
import type { OpenApiFiles } from './open-api-thread.ts';

/** Two seconds of work on an idle machine, once. */
const MAX_MS = 300_000;
const MAX_HEAP_MB = 512;

/** Generates the document in a thread that ends with it: seconds of work, which would stop every other request. */
class OpenApiSource {
  readonly #clock: Clock;
  readonly #keys: string[] = [];
  #files: Promise<OpenApiFiles> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(key: string): void {
    this.#keys.push(key);
  }

  /** Once for all callers; after a failure again for the next one. */
  read(): Promise<OpenApiFiles> {
    this.#files ??= this.#generate().catch((error: unknown) => {
      this.#files = undefined;
      throw error;
    });
    return this.#files;
  }

  async #generate(): Promise<OpenApiFiles> {
    const file = new URL('open-api-thread.ts', import.meta.url);
    const options = { maxHeapMb: MAX_HEAP_MB };
    const thread = new JobThread<readonly string[], OpenApiFiles>(this.#clock, file, options);
    try {
      const ended = await thread.run(this.#keys, MAX_MS);
      if (ended.is !== 'done') throw new Error(`the thread of the interface document ended: ${ended.is}`);
      return ended.result;
    } finally {
      await thread.close();
    }
  }
}

/** Collects the contracts of the routes registered after it and serves their document at `/api/v1/openapi.json`. */
export function serveOpenApi(app: FastifyInstance, clock: Clock): void {
  const source = new OpenApiSource(clock);
  app.addHook('onRoute', ({ config, method }) => {
    if (config?.contract === undefined || method === 'HEAD') return;
    source.add(`${config.contract.method} ${config.contract.path}`);
  });
  const options = { compress: false, config: { outsideContracts: 'openapi' } } as const;
  app.get(`${API}/openapi.json`, options, async ({ headers }, reply) => {
    const files = await source.read();
    void reply.type('application/json').header('vary', 'accept-encoding');
    const encoding = new Negotiator({ headers }).encoding(['br', 'gzip', 'identity']);
    if (encoding === 'br' || encoding === 'gzip')
      return reply.header('content-encoding', encoding).send(Buffer.from(files[encoding]));
    return reply.send(Readable.from([Buffer.from(files.gzip)]).pipe(createGunzip()));
  });
}
