import { useQuery } from '@tanstack/react-query';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { listIncidents, type AlarmIncident } from '#schemas/alerting/incident/incident.ts';
import { incidentSentence } from '#schemas/alerting/incident/incident-sentence.ts';
import { readAlarmTraffic, trafficOf } from '#schemas/alerting/traffic.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { shareIn } from './traffic-share.ts';

interface Props {
  readonly alarm: AlarmRow;
  readonly customerId: number;
}

/** The incident that an alarm belongs to, up to the end of the newest window; undefined while it is not stored, or at a cluster. */
function useIncident({ alarm, customerId }: Props): AlarmIncident | undefined {
  const { since, site, window, length } = alarm;
  const period = { from: since, to: window + length };
  const { data } = useQuery({
    ...routeQuery(listIncidents, { params: { customerId }, query: { ...period, site: String(site) } }),
    enabled: site !== 0 && period.from < period.to,
    placeholderData: (before) => before,
  });
  return data?.incidents.find(({ start, end }) => start <= since && (end ?? Infinity) >= since);
}

/** The largest application of the line that an incident is about, if that is this alarm. */
function useShare({ alarm, customerId }: Props, incident: AlarmIncident | undefined) {
  const { element, elementKind, kpi, since, window, length } = alarm;
  const isMain = incident?.main.alarm === alarm.alarm && incident.main.element === element;
  const isLoad = /^itf_(in|out)_(util|bps)$/.test(kpi) && trafficOf(elementKind).includes('application');
  const { data } = useQuery({
    ...routeQuery(readAlarmTraffic, {
      params: { customerId, alarm: alarm.alarm, element },
      query: { from: since, to: window + length },
    }),
    enabled: isMain && isLoad,
    placeholderData: (before) => before,
    retry: false,
  });
  return data && shareIn(data);
}

/** The incident in one sentence: what happens where, for how long, and what else belongs to it. */
export function IncidentLine(props: Props) {
  const language = useLanguage();
  const incident = useIncident(props);
  const share = useShare(props, incident);
  if (incident === undefined) return null;
  const { window, length } = props.alarm;
  return <p className="tt-incident">{incidentSentence({ ...incident, share }, window + length, language)}</p>;
}
