/** What of the traffic of a line an incident names. */
export interface IncidentShare {
  readonly application: string;
  /** Of all bytes of the line. */
  readonly percent: number;
  /** The fewest hosts that send nine tenths of its bytes; absent: they are many, or no flows say it. */
  readonly hosts?: number | undefined;
}

/** A smaller share explains nothing. */
const LEAST_PERCENT = 25;
/** Hosts of which more are no cause that can be looked for one by one. */
export const MOST_HOSTS = 20;
/** Of the bytes of an application that its hosts send. */
const HOSTS_SHARE = 0.9;

/** An application is named if it is much of the traffic and has a name. */
export function applicationShare(
  name: string | null,
  { bytes, total }: { readonly bytes: number; readonly total: number },
): IncidentShare | undefined {
  if (name === null || name === '' || total <= 0) return undefined;
  const percent = (100 * bytes) / total;
  return percent < LEAST_PERCENT ? undefined : { application: name, percent };
}

/** The fewest hosts that send nine tenths of all bytes, of the largest ones first; undefined: more than `MOST_HOSTS`. */
export function countHosts(largest: readonly number[], total: number): number | undefined {
  let sum = 0;
  for (const [index, bytes] of largest.entries()) {
    sum += bytes;
    if (sum >= total * HOSTS_SHARE) return index < MOST_HOSTS ? index + 1 : undefined;
  }
  return undefined;
}

/** Whether flows explain the KPI of the main alarm: the load of an interface. */
export const isLoad = (kpi: string): boolean => /^itf_(in|out)_(util|bps)$/.test(kpi);
