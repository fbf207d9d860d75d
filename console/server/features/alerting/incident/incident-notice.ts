import { z } from 'zod';
import type { Bus } from '#platform/bus/bus.ts';
import { placeOfIncident } from '#schemas/alerting/incident/incident-place.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { audienceOf } from '#server/kernel/access/audience.ts';
import { sitesSeenBy, type Caller } from '#server/kernel/access/caller.ts';
import type { AlarmVisibility } from '../alarm-visibility.ts';

/** What was written at incidents of a customer, for every server: each knows what its users may see. */
const IncidentNotice = z.strictObject({
  customer: z.int().positive(),
  written: z.array(
    z.strictObject({
      /** 0 for a cluster. */
      site: z.int().nonnegative(),
      /** The cluster; at a site any element of it. */
      element: z.int().nonnegative(),
      /** Definitions of the alarms that it is about: what was written is hidden from users who do not see all of them. */
      alarms: z.array(z.int()),
    }),
  ),
});
type IncidentNotice = z.infer<typeof IncidentNotice>;

/** Notifies every server, and through them the open screens. Call it after the commit. */
export function publishIncidentNotice(bus: Pick<Bus, 'publish'>, notice: IncidentNotice): void {
  if (notice.written.length > 0) bus.publish(subjects.config('incident'), JSON.stringify(notice));
}

/** Undefined for a malformed notice. */
export function readIncidentNotice(data: Uint8Array): IncidentNotice | undefined {
  try {
    return IncidentNotice.parse(JSON.parse(new TextDecoder().decode(data)));
  } catch {
    return undefined;
  }
}

type NoticeReader = Pick<Caller, 'permissions' | 'groups' | 'customers' | 'sites' | 'display'>;

/** The places of a notice at which a user sees what was written: by customer, permission, site and visibility of the alarms. */
export function placesSeenBy(
  caller: NoticeReader,
  { customer, written }: IncidentNotice,
  visibility: AlarmVisibility,
): readonly string[] {
  // A display shows sentences, which owners and notes are no part of.
  if (caller.display !== undefined || !caller.permissions.has('ALERT.read')) return [];
  if (!caller.customers.has(customer)) return [];
  const sites = sitesSeenBy(caller, customer);
  const audience = audienceOf(caller);
  const visible = audience === 'privileged' ? undefined : visibility.of(audience);
  const seen = written.filter(
    ({ site, alarms }) =>
      (sites === undefined || sites.has(site)) && !alarms.some((alarm) => visible?.hides(alarm) === true),
  );
  return [...new Set(seen.map(placeOfIncident))];
}
