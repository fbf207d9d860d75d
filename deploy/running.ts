import { RefusedError } from './preparation.ts';
import { service } from './service.ts';
import type { Service, ServiceDefinition, ServiceNeeds } from './service.ts';

/** Those that take in and show end first, then those that work on what came in, the stores last. */
const FIRST = ['fleet', 'collector', 'poller', 'discovery', 'server', 'vite'];
const LAST = ['stores'];

/** The processes of one start. */
export class Running {
  readonly #needs: ServiceNeeds;
  readonly #ending = new AbortController();
  readonly services: Service[] = [];

  constructor(needs: ServiceNeeds) {
    this.#needs = needs;
  }

  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Resolves when the process runs; throws a RefusedError that names it when it cannot start. */
  async add(one: Service): Promise<void> {
    this.#ending.signal.throwIfAborted();
    this.services.push(one);
    try {
      await one.start(this.#ending.signal);
    } catch (error) {
      throw new RefusedError(`${one.name} could not start: ${(error as Error).message}`, { cause: error });
    }
  }

  run = (definition: ServiceDefinition): Promise<void> => this.add(service(definition, this.#needs));

  /** Ends them in three steps, also those that are still starting. */
  async stop(): Promise<void> {
    this.#ending.abort();
    const isMiddle = (name: string): boolean => !FIRST.includes(name) && !LAST.includes(name);
    const steps = [(name: string) => FIRST.includes(name), isMiddle, (name: string) => LAST.includes(name)];
    for (const isIn of steps)
      await Promise.all(this.services.filter(({ name }) => isIn(name)).map((each) => each.end()));
  }
}
