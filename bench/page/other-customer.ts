import { once } from 'node:events';
import { isMainThread, parentPort, workerData, Worker } from 'node:worker_threads';
import type { AskedData } from '#schemas/data/data-request.ts';
import type { BenchServer } from '../live/server.ts';
import { readingFrom } from '../data/read-data.ts';

interface Asked {
  readonly server: Pick<BenchServer, 'url' | 'cookie'>;
  readonly customer: number;
  readonly question: AskedData;
}

/**
 * A user who asks one question after the other, in a thread of its own: what the users of the opened pages parse in this process would
 * count as waiting for the server.
 */
export class OtherCustomer {
  readonly #worker: Worker;

  constructor(asked: Asked) {
    this.#worker = new Worker(new URL(import.meta.url), { workerData: asked });
  }

  async #reply(to: 'ask' | 'start' | 'stop'): Promise<readonly number[]> {
    this.#worker.postMessage(to, []);
    // Rejects with an error of the thread.
    const [samples] = (await once(this.#worker, 'message')) as [readonly number[]];
    return samples;
  }

  /** Asks a number of questions; returns how long each took, in milliseconds. */
  async ask(times: number): Promise<readonly number[]> {
    const samples: number[] = [];
    for (let round = 0; round < times; round += 1) samples.push(...(await this.#reply('ask')));
    return samples;
  }

  /** Asks one question after the other until something is done; returns how long each took, in milliseconds. */
  async askDuring(done: Promise<unknown>): Promise<readonly number[]> {
    const asked = this.#reply('start');
    await done;
    this.#worker.postMessage('stop', []);
    return asked;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

function answer(): void {
  const { server, customer, question } = workerData as Asked;
  const reading = readingFrom(server);
  const ask = async (): Promise<number> => (await reading(customer, [question])).allMs;
  let isAsking = false;
  const askAll = async (): Promise<readonly number[]> => {
    const samples: number[] = [];
    do samples.push(await ask());
    while (isAsking);
    return samples;
  };
  parentPort?.on('message', (to: 'ask' | 'start' | 'stop') => {
    isAsking = to === 'start';
    if (to !== 'stop') void askAll().then((samples) => parentPort?.postMessage(samples, []));
  });
}

if (!isMainThread && workerData !== null) answer();
