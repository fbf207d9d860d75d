import type { Clock } from '#platform/clock/clock.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import type { ReadReported } from '#server/shared/application/find-application-names.ts';

/** Of as many customers and times names are known at once. */
const MAX_TIMES = 50;

type Names = Map<number, Promise<string | undefined>>;

/** Reads the names that exporters reported until a time once a minute for all requests that end then. */
export function sharedNames(read: ReadReported, clock: Pick<Clock, 'now'>): ReadReported {
  const byTime = new Map<string, Names>();
  const namesOf = (key: string): Names => {
    const known = byTime.get(key) ?? new Map<number, Promise<string | undefined>>();
    byTime.delete(key);
    byTime.set(key, known);
    const [oldest] = byTime.size > MAX_TIMES ? byTime.keys() : [];
    if (oldest !== undefined) byTime.delete(oldest);
    return known;
  };
  return async (asked, applications) => {
    const { customer, device, to } = asked;
    const names = namesOf([customer, device, to, Math.floor(clock.now().getTime() / MINUTE_MS)].join());
    const missing = applications.filter((application) => !names.has(application));
    const found = read(asked, missing);
    for (const application of missing) {
      const name = found.then((all) => all.get(application));
      names.set(application, name);
      // Asked again by the next request.
      name.catch(() => names.delete(application));
    }
    const all = await Promise.all(
      applications.map(async (application) => [application, await names.get(application)] as const),
    );
    return new Map(all.flatMap(([application, name]) => (name === undefined ? [] : [[application, name]])));
  };
}
