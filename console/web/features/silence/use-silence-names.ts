import { useMemo } from 'react';
import type { SilenceList } from '#schemas/silence/routes.ts';
import { useAlerts } from '#web/kernel/alert/alert-feed.ts';
import { useNamedAlarms } from '#web/kernel/text/use-built-in-name.ts';
import type { SilenceNames } from './silence-text.ts';

/** Names of the alarms, of the sites, and of the elements in alarm or silenced. */
export function useSilenceNames(customerId: number, list: SilenceList | undefined): SilenceNames {
  const { data } = useAlerts(customerId, useNamedAlarms());
  return useMemo(() => {
    const alerts = data?.alarms ?? [];
    return {
      alarms: new Map(list?.alarms.map(({ id, name }) => [id, name])),
      sites: new Map(data?.sites.map(({ site, name }) => [site, name])),
      elements: new Map([
        ...alerts.map(({ element, elementName }) => [element, elementName] as const),
        ...(list?.elements ?? []).map(({ id, name }) => [id, name] as const),
      ]),
    };
  }, [data, list]);
}
