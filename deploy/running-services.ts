import { StartError } from './preparation.ts';
import { service, type Service, type ServiceDefinition, type ServiceNeeds } from './service.ts';

/** Stop order: intake and console first, then processing, the stores last. */
const FIRST = ['fleet', 'collector', 'poller', 'discovery', 'sdwan', 'jobs', 'server', 'vite'];
const LAST = ['stores'];

/** The running processes of one start. */
export class RunningServices {
  readonly #needs: ServiceNeeds;
  readonly #ending = new AbortController();
  readonly services: Service[] = [];

  constructor(needs: ServiceNeeds) {
    this.#needs = needs;
  }

  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Starts a process; throws a StartError that names it when it cannot start. */
  async add(one: Service): Promise<void> {
    this.#ending.signal.throwIfAborted();
    this.services.push(one);
    try {
      await one.start(this.#ending.signal);
    } catch (error) {
      throw new StartError(`${one.name} failed to start: ${(error as Error).message}`, { cause: error });
    }
  }

  run = (definition: ServiceDefinition): Promise<void> => this.add(service(definition, this.#needs));

  /** Ends the processes in three steps, including those that are still starting. */
  async stop(): Promise<void> {
    this.#ending.abort();
    const isMiddle = (name: string): boolean => !FIRST.includes(name) && !LAST.includes(name);
    const steps = [(name: string) => FIRST.includes(name), isMiddle, (name: string) => LAST.includes(name)];
    for (const isIn of steps)
      await Promise.all(this.services.filter(({ name }) => isIn(name)).map((each) => each.end()));
  }
}
