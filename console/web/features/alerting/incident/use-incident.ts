import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { listIncidents, type AlarmIncident } from '#schemas/alerting/incident/incident.ts';
import {
  createIncidentNote,
  readIncident,
  updateIncidentOwner,
} from '#schemas/alerting/incident/incident-entry.ts';
import { routeKey, routeQuery } from '#web/kernel/query/route-query.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useIncidentTexts } from './texts/en.ts';

interface AlarmOfCustomer {
  readonly alarm: AlarmRow;
  readonly customerId: number;
}

/** The incident that an alarm belongs to, up to the end of the newest window; undefined while it is not stored. */
export function useIncident({ alarm, customerId }: AlarmOfCustomer): AlarmIncident | undefined {
  const { since, site, element, window, length } = alarm;
  const period = { from: since, to: window + length };
  const place = site === 0 ? { cluster: String(element) } : { site: String(site) };
  const { data } = useQuery({
    ...routeQuery(listIncidents, { params: { customerId }, query: { ...period, ...place } }),
    enabled: period.from < period.to,
    placeholderData: (before) => before,
  });
  return data?.incidents.find(({ start, end }) => start <= since && (end ?? Infinity) >= since);
}

/** A notice may be lost with the broker of a server. */
const CHECK_MS = 60_000;
/** Events are stored a moment after screens show what they changed. */
const STORED_MS = 3_000;

interface DetailsOptions {
  /** A past time is not shown. */
  readonly isLive: boolean;
  /** What decides its state, of the alarms that run at its place (`placeMarks`). */
  readonly marks: string;
}

/**
 * Everything that happened in an incident; at a past time what is known of it now is not requested again. What others write comes by the
 * live connection (`refreshIncidents`), and so does what its alarms do.
 */
export function useIncidentDetails(
  customerId: number,
  incident: string | undefined,
  { isLive, marks }: DetailsOptions,
) {
  const details = useQuery({
    ...routeQuery(readIncident, { params: { customerId, incident: incident ?? '' } }),
    enabled: incident !== undefined,
    retry: false,
    ...(isLive ? { refetchInterval: CHECK_MS } : {}),
  });
  const { refetch } = details;
  const isFollowed = isLive && incident !== undefined;
  useEffect(() => {
    if (!isFollowed) return;
    const stored = setTimeout(() => void refetch(), STORED_MS);
    return () => clearTimeout(stored);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a change of the marks is what the read waits for
  }, [isFollowed, marks, refetch]);
  return details;
}

/** Takes an incident, gives it back, and adds notes to it. */
export function useIncidentActions(customerId: number, incident: string) {
  const text = useIncidentTexts();
  const { user } = useSession();
  const params = { customerId, incident };
  const touches = [routeKey(readIncident, { params }), routeKey(listIncidents, { params: { customerId } })];
  const owning = useRouteAction(updateIncidentOwner, { touches });
  const noting = useRouteAction(createIncidentNote, { touches });
  return {
    take: (seen: number | null) =>
      owning.run({ params, body: { to: { kind: 'user', id: user.id }, seen } }, { done: text('taken') }),
    release: (seen: number | null) =>
      owning.run({ params, body: { to: null, seen } }, { done: text('released') }),
    note: (note: string, onDone: () => void) =>
      noting.run({ params, body: { text: note } }, { done: text('noted'), onDone }),
    isOwning: owning.isPending,
    isNoting: noting.isPending,
  };
}
