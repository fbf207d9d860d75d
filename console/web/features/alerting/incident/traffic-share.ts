import type { DescribedIncident } from '#schemas/alerting/incident/incident-sentence.ts';
import type { ElementTraffic } from '#schemas/alerting/traffic.ts';

/** A smaller share explains nothing. */
const LEAST_PERCENT = 25;

/** The largest application of the traffic, if it is much of it and has a name. */
export function shareIn({ divisions }: Pick<ElementTraffic, 'divisions'>): DescribedIncident['share'] {
  const found = divisions.find(({ by }) => by === 'application');
  const [first] = found?.parts ?? [];
  if (found === undefined || first === undefined || first.name === null || found.total.bytes <= 0)
    return undefined;
  const percent = (100 * first.bytes) / found.total.bytes;
  return percent < LEAST_PERCENT ? undefined : { application: first.name, percent };
}
