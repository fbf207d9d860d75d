import type { Clock } from '#platform/clock/clock.ts';
import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { SingleFlight } from '#server/shared/queue/single-flight.ts';
import type { ReadReported, ReportedName } from '#server/shared/application/find-application-names.ts';

/** Customers and exporters whose names are retained. */
const MAX_OWNERS = 50;

type Named = Omit<ReportedName, 'name'> & { readonly name: string | undefined };

/** No exporter reports the application. */
const unnamed: Named = { name: undefined, after: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/** Names that were read within the same minute. */
class NamesOfMinute {
  readonly #known = new Map<number, Named[]>();
  /** Those that are being read, by application and time. */
  readonly #running = new SingleFlight<Named>();

  /** Applications whose names as of a time, seconds since 1970, are neither known nor being read. */
  missing(applications: readonly number[], to: number): readonly number[] {
    return applications.filter(
      (application) => this.#at(application, to) === undefined && !this.#running.has(keyOf(application, to)),
    );
  }

  /** The name of an application as of a time; `read` reads those that are missing. What fails is read again by the next request. */
  async name(application: number, to: number, read: ReturnType<ReadReported>): Promise<Named> {
    const known = this.#at(application, to);
    if (known !== undefined) return known;
    return this.#running.run(keyOf(application, to), async () => {
      const name = (await read).get(application) ?? unnamed;
      this.#known.set(application, [...(this.#known.get(application) ?? []), name]);
      return name;
    });
  }

  #at(application: number, to: number): Named | undefined {
    const ms = to * SECOND_MS;
    return this.#known.get(application)?.find(({ after, until }) => after < ms && ms <= until);
  }
}

const keyOf = (application: number, to: number): string => `${String(application)} ${String(to)}`;

/**
 * Reads the names that exporters reported once a minute for all requests: a name counts until the exporter reports another one, so that
 * requests whose periods end at different times share it.
 */
export function sharedNames(read: ReadReported, clock: Pick<Clock, 'now'>): ReadReported {
  const byOwner = new Map<string, NamesOfMinute>();
  const namesOf = (key: string): NamesOfMinute => {
    const known = byOwner.get(key) ?? new NamesOfMinute();
    byOwner.delete(key);
    byOwner.set(key, known);
    const [oldest] = byOwner.size > MAX_OWNERS ? byOwner.keys() : [];
    if (oldest !== undefined) byOwner.delete(oldest);
    return known;
  };
  return async (requested, applications) => {
    const { customer, device, to } = requested;
    const names = namesOf([customer, device, Math.floor(clock.now().getTime() / MINUTE_MS)].join());
    const missing = names.missing(applications, to);
    const found =
      missing.length > 0 ? read(requested, missing) : Promise.resolve(new Map<number, ReportedName>());
    const all = await Promise.all(
      applications.map(
        async (application) => [application, await names.name(application, to, found)] as const,
      ),
    );
    return new Map(
      all.flatMap(([application, named]) =>
        named.name === undefined ? [] : [[application, { ...named, name: named.name }] as const],
      ),
    );
  };
}
