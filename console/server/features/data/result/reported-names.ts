import type { Clock } from '#platform/clock/clock.ts';
import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';
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
  readonly #running = new Map<string, Promise<Named>>();

  /** The name of an application as of a time, seconds since 1970; undefined: it was not requested. */
  at(application: number, to: number): Named | Promise<Named> | undefined {
    const ms = to * SECOND_MS;
    const known = this.#known.get(application)?.find(({ after, until }) => after < ms && ms <= until);
    return known ?? this.#running.get(`${String(application)} ${String(to)}`);
  }

  /** Takes what is being read as of a time. What fails is requested again by the next request. */
  add(found: ReturnType<ReadReported>, applications: readonly number[], to: number): void {
    for (const application of applications) {
      const key = `${String(application)} ${String(to)}`;
      const name = found.then((all) => all.get(application) ?? unnamed);
      this.#running.set(key, name);
      name
        .then((each) => this.#known.set(application, [...(this.#known.get(application) ?? []), each]))
        .catch(() => undefined)
        .finally(() => this.#running.delete(key));
    }
  }
}

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
    const missing = applications.filter((application) => names.at(application, to) === undefined);
    if (missing.length > 0) names.add(read(requested, missing), missing, to);
    const all = await Promise.all(
      applications.map(async (application) => [application, await names.at(application, to)] as const),
    );
    return new Map(
      all.flatMap(([application, named]) =>
        named?.name === undefined ? [] : [[application, { ...named, name: named.name }] as const],
      ),
    );
  };
}
