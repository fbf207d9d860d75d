import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listKpiAlarms } from '#schemas/kpi/alarm-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { useKpiTexts } from './use-kpi-texts.ts';

/** The alarms on a KPI, each with a link to its definition, for those who may read cockpits. */
export function KpiAlarms({ kpi }: { readonly kpi: string }) {
  const text = useKpiTexts();
  const language = useLanguage();
  const mayRead = usePermission('TEMPLATE.COCKPIT.read');
  const query = useQuery({
    queryKey: ['kpi', 'alarms', kpi],
    queryFn: ({ signal }) => call(listKpiAlarms, { params: { key: kpi }, signal }),
    enabled: mayRead,
  });
  if (!mayRead) return null;
  const { alarms = [], others = 0 } = query.data ?? {};
  const ready = panelStateOf(query, language);
  const isEmpty = ready.is === 'ready' && alarms.length + others === 0;
  return (
    <section>
      <h3>{text('alarms')}</h3>
      <Panel label={text('alarms')} state={isEmpty ? { is: 'empty', title: text('noAlarm') } : ready}>
        <ul className="tt-kpi-alarms">
          {alarms.map(({ id, label, severity, enabled, cockpit, cockpitName }) => (
            <li key={id}>
              <SeverityBadge short status={severity} />
              <Link to="/mt/cockpit" search={{ cockpit, alarm: id }}>
                {label}
              </Link>
              <span className="tt-muted">{cockpitName}</span>
              {!enabled && <Tag>{text('alarmDisabled')}</Tag>}
            </li>
          ))}
        </ul>
        {others > 0 && (
          <p className="tt-muted">
            {text('otherAlarms', { count: others, number: formatNumber(others, language) })}
          </p>
        )}
      </Panel>
    </section>
  );
}
