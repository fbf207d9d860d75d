import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { readAlarmLocation } from '#schemas/cockpit/routes.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { useCockpitSearch } from './cockpit-search.ts';
import { useCockpitTexts } from './texts/en.ts';

/** Finds the cockpit of an alarm and opens the alarm in it. */
export function AlarmLookup({ alarm }: { readonly alarm: number }) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const { change } = useCockpitSearch();
  const query = useQuery({ ...routeQuery(readAlarmLocation, { params: { alarm } }), retry: false });
  const found = query.data?.cockpit;
  useEffect(() => {
    if (found !== undefined) change({ cockpit: found }, true);
  }, [found, change]);
  return (
    <div className="tt-page">
      <Panel label={text('lookingUp')} state={panelStateOf(query, language, 'TEMPLATE.COCKPIT.read')}>
        {null}
      </Panel>
    </div>
  );
}
