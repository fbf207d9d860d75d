import { createContext, use, useCallback, useEffect, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { placeOfIncident } from '#schemas/alerting/incident/incident-place.ts';
import { incidentLimits, listIncidents } from '#schemas/alerting/incident/incident.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { newestEnd } from '../list/alert-rows.ts';
import type * as RunningIncidents from './running-incidents.ts';

interface Options {
  readonly customerId: number;
  /** Every running alarm of the customer that the user sees. */
  readonly alarms: readonly AlarmRow[];
  /** Every incident is described; else those of several alarms that run. */
  readonly all: boolean;
}

const none: readonly AlarmRow[] = [];

/** The alarms of each place. */
const byPlace = (alarms: readonly AlarmRow[]): ReadonlyMap<string, readonly AlarmRow[]> =>
  Map.groupBy(alarms, placeOfIncident);

/** Which incident running alarms belong to, and its sentence: the same as in the details, in mails and in history. */
export interface Incidents {
  /** Alarms that run at the place of this one, itself among them. */
  readonly together: (alarm: AlarmRow) => readonly AlarmRow[];
  readonly sentence: (alarms: readonly AlarmRow[]) => string;
  /** The same where the site is named already. */
  readonly sentenceHere: (alarms: readonly AlarmRow[]) => string;
}

const noIncidents: Incidents = { together: (alarm) => [alarm], sentence: () => '', sentenceHere: () => '' };

const IncidentsContext = createContext<Incidents>(noIncidents);
export const IncidentsProvider = IncidentsContext.Provider;
export const useIncidents = (): Incidents => use(IncidentsContext);

/** What words an incident: loaded with the first that is described, after the list. */
function useIncidentWords(isNeeded: boolean) {
  const [words, setWords] = useState<typeof RunningIncidents>();
  useEffect(() => {
    if (isNeeded) void import('./running-incidents.ts').then(setWords);
  }, [isNeeded]);
  return words;
}

/** The running incidents of a customer, read once per window while alarms run together. */
export function useRunningIncidents({ customerId, alarms, all }: Options): Incidents {
  const language = useLanguage();
  const places = useMemo(() => byPlace(alarms), [alarms]);
  const until = useMemo(() => newestEnd(alarms), [alarms]);
  // Of more the server reads none: the rows describe them.
  const isReadable = alarms.length > 0 && alarms.length <= incidentLimits.alarms;
  const isDescribed = alarms.length > 0 && (all || places.size < alarms.length);
  const isRead = isReadable && isDescribed;
  const { data } = useQuery({
    ...routeQuery(listIncidents, {
      params: { customerId },
      query: { from: Math.max(0, until - 1), to: Math.max(1, until) },
    }),
    enabled: isRead,
    retry: false,
    // Of the window before until that of the new one is read.
    placeholderData: (before) => before,
  });
  const words = useIncidentWords(isDescribed);
  const known = useMemo(() => words?.runningByPlace(data?.incidents ?? []), [words, data]);
  const together = useCallback((alarm: AlarmRow) => places.get(placeOfIncident(alarm)) ?? none, [places]);
  return useMemo(() => {
    const worded = ([first]: readonly AlarmRow[], withoutSite: boolean): string =>
      first === undefined || words === undefined || known === undefined
        ? ''
        : words.sentenceOfPlace(together(first), { known, until, language, withoutSite });
    return {
      together,
      sentence: (own) => worded(own, false),
      sentenceHere: (own) => worded(own, true),
    };
  }, [together, words, known, until, language]);
}
