import type { z } from 'zod';
import { Link } from '@tanstack/react-router';
import type { listKpiAlarms } from '#schemas/kpi/alarm-routes.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { useKpiAlarms } from './kpi-queries.ts';
import { useKpiTexts } from './texts/en.ts';

/** Alarms with links to their definitions, and how many the user cannot open. */
export function KpiAlarmList({ alarms, others }: z.infer<(typeof listKpiAlarms)['reply']>) {
  const text = useKpiTexts();
  const language = useLanguage();
  const nameOfAlarm = useBuiltInName('alarm');
  const nameOfCockpit = useBuiltInName('cockpit');
  return (
    <>
      <ul className="tt-kpi-alarms">
        {alarms.map(({ id, label, severity, enabled, cockpit, cockpitName }) => (
          <li key={id}>
            <SeverityBadge short status={severity} />
            <Link to="/mt/cockpit" search={{ cockpit, alarm: id }}>
              {nameOfAlarm(label)}
            </Link>
            <span className="tt-muted">{nameOfCockpit(cockpitName)}</span>
            {!enabled && <Tag>{text('alarmDisabled')}</Tag>}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className="tt-muted">
          {text('otherAlarms', { count: others, number: formatNumber(others, language) })}
        </p>
      )}
    </>
  );
}

/** The alarms on a KPI. */
export function KpiAlarms({ kpi }: { readonly kpi: string }) {
  const text = useKpiTexts();
  const language = useLanguage();
  const query = useKpiAlarms(kpi);
  const found = query.data ?? { alarms: [], others: 0 };
  const ready = panelStateOf(query, language);
  const isEmpty = ready.is === 'ready' && found.alarms.length + found.others === 0;
  return (
    <section>
      <h3>{text('alarms')}</h3>
      <Panel label={text('alarms')} state={isEmpty ? { is: 'empty', title: text('noAlarm') } : ready}>
        <KpiAlarmList {...found} />
      </Panel>
    </section>
  );
}
