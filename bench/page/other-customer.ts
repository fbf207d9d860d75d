import { once } from 'node:events';
import { isMainThread, parentPort, workerData, Worker } from 'node:worker_threads';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import type { BenchServer } from '../live/server.ts';
import { readingFrom } from '../data/read-data.ts';

interface OtherRequest {
  readonly server: Pick<BenchServer, 'url' | 'cookie'>;
  readonly customer: number;
  readonly query: DataRequestInput;
}

/**
 * A user who sends one query after the other, in a thread of its own: what the users of the opened pages parse in this process would
 * count as waiting for the server.
 */
export class OtherCustomer {
  readonly #worker: Worker;

  constructor(requested: OtherRequest) {
    this.#worker = new Worker(new URL(import.meta.url), { workerData: requested });
  }

  async #reply(to: 'request' | 'start' | 'stop'): Promise<readonly number[]> {
    this.#worker.postMessage(to, []);
    // Rejects with an error of the thread.
    const [samples] = (await once(this.#worker, 'message')) as [readonly number[]];
    return samples;
  }

  /** Sends a number of requests; returns how long each took, in milliseconds. */
  async request(times: number): Promise<readonly number[]> {
    const samples: number[] = [];
    for (let round = 0; round < times; round += 1) samples.push(...(await this.#reply('request')));
    return samples;
  }

  /** Runs one query after the other until something is done; returns how long each took, in milliseconds. */
  async requestDuring(done: Promise<unknown>): Promise<readonly number[]> {
    const requested = this.#reply('start');
    await done;
    this.#worker.postMessage('stop', []);
    return requested;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

function serveRequests(): void {
  const { server, customer, query } = workerData as OtherRequest;
  const reading = readingFrom(server);
  const request = async (): Promise<number> => (await reading(customer, [query])).allMs;
  let isConfirming = false;
  const requestAll = async (): Promise<readonly number[]> => {
    const samples: number[] = [];
    do samples.push(await request());
    while (isConfirming);
    return samples;
  };
  parentPort?.on('message', (to: 'request' | 'start' | 'stop') => {
    isConfirming = to === 'start';
    if (to !== 'stop') void requestAll().then((samples) => parentPort?.postMessage(samples, []));
  });
}

if (!isMainThread && workerData !== null) serveRequests();
