import { formatValue } from '#schemas/unit/format.ts';
import { operatorSign } from '#schemas/alerting/alert.ts';
import { IconBell, IconBellOff, IconHistory, IconUserCheck, IconUserX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { AlarmRow, Evidence } from '#schemas/alerting/alert.ts';
import { Severity } from '#schemas/alerting/severity.ts';
import { readAlarmHistory, type AlarmHistory } from '#schemas/alerting/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { formatDateTime, formatNumber, formatTime } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Drawer } from '#web/ui/dialog/Drawer.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import { useUiTexts } from '#web/ui/use-ui-texts.ts';
import { latestValue } from '../list/alarm-value.ts';
import { EvidenceChart } from './EvidenceChart.tsx';
import { HandlingFacts } from '../handling/HandlingCell.tsx';
import { HandlingActions } from '../handling/HandlingActions.tsx';
import { useKpiText } from '../list/use-kpi-text.ts';
import { MeasureDots } from '../list/MeasureDots.tsx';
import { Since } from '../list/Since.tsx';
import { useAlertSearch } from '../alert-search.ts';
import { useAlertingTexts } from '../use-alerting-texts.ts';

interface Props {
  readonly alarm: AlarmRow;
  /** The alarm cleared while its details were open. */
  readonly cleared: boolean;
  readonly customerId: number;
  /** Past time that is shown, seconds since 1970. */
  readonly until: number | undefined;
  readonly onAcknowledge: (alarm: AlarmRow) => void;
  readonly onClose: () => void;
}

/** The site, with a filter for its running alarms. */
function Site({ alarm }: Pick<Props, 'alarm'>) {
  const text = useAlertingTexts();
  const { search, change } = useAlertSearch();
  if (search.site.length === 1 && search.site[0] === alarm.site) return alarm.siteName;
  return (
    <button
      type="button"
      className="tt-link tt-site-link"
      title={text('onlyThisSite')}
      onClick={() => change({ site: [alarm.site] })}
    >
      {alarm.siteName}
    </button>
  );
}

function Facts({ alarm, cleared }: Pick<Props, 'alarm' | 'cleared'>) {
  const text = useAlertingTexts();
  const language = useLanguage();
  const value = latestValue(alarm.recent);
  const kpi = useKpiText(alarm.kpi);
  const threshold = kpi.value(alarm.threshold);
  const rule = text('ruleText', {
    count: alarm.outliers,
    outliers: formatNumber(alarm.outliers, language),
    measures: formatNumber(alarm.measures, language),
    operator: operatorSign(alarm.operator),
    threshold,
  });
  return (
    <>
      <div className="tt-evidence-now">
        <span className="tt-evidence-value">{value === null ? text('noValue') : kpi.value(value)}</span>
        <span className="tt-muted">{`${operatorSign(alarm.operator)} ${threshold}`}</span>
        <MeasureDots {...alarm} />
      </div>
      <EvidenceChart alarm={alarm} />
      <dl className="tt-facts">
        <dt>{text('site')}</dt>
        <dd>
          <Site alarm={alarm} />
        </dd>
        <dt>{text('element')}</dt>
        <dd>{alarm.elementName}</dd>
        <dt>{text('rule')}</dt>
        <dd>{rule}</dd>
        <dt>{text('thresholdFrom')}</dt>
        <dd>{text(`from-${alarm.thresholdFrom}`)}</dd>
        <dt>{text('raisedAt')}</dt>
        <dd>{formatDateTime(alarm.since * 1_000, language)}</dd>
        {!cleared && (
          <>
            <dt>{text('duration')}</dt>
            <dd>
              <Since at={alarm.since} />
            </dd>
          </>
        )}
      </dl>
    </>
  );
}

/** The locations that the alarm definition shows, other than the site. */
function Places({ places }: Pick<AlarmHistory, 'places'>) {
  const text = useAlertingTexts();
  const named = places.filter(({ level }) => level !== 'site').map(({ name }) => name);
  if (named.length === 0) return null;
  return (
    <dl className="tt-facts">
      <dt>{text('places')}</dt>
      <dd>{named.join(' · ')}</dd>
    </dl>
  );
}

function Measures({ evidence, kpi }: { readonly evidence: Evidence; readonly kpi: string }) {
  const { value } = useKpiText(kpi);
  const text = useAlertingTexts();
  const language = useLanguage();
  const part = (value: number | null) => (value === null ? '–' : formatValue(value, 'scalar', language));
  return (
    <table className="tt-evidence-table">
      <caption>{text('evidence')}</caption>
      <thead>
        <tr>
          <th scope="col">{text('window')}</th>
          <th scope="col">{text('value')}</th>
          <th scope="col">{text('inputs')}</th>
          <th scope="col">{text('outlier')}</th>
        </tr>
      </thead>
      <tbody>
        {evidence.windows.map((window) => (
          <tr key={window.at} data-outlier={window.outlier}>
            <th scope="row">{formatTime(window.at * 1_000, language)}</th>
            <td>{window.value === null ? text('noValue') : value(window.value)}</td>
            <td className="tt-muted">{`${part(window.numerator)} / ${part(window.denominator)}`}</td>
            <td>{text(window.outlier ? 'yes' : 'no')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const signs = {
  acknowledge: IconUserCheck,
  unacknowledge: IconUserX,
  silence: IconBellOff,
  unsilence: IconBell,
} as const;

type Edge = AlarmHistory['events'][number]['edge'];
const isOfWindow = (edge: Edge): edge is 'raise' | 'clear' | 'change' => !Object.hasOwn(signs, edge);

function EdgeSign({ edge, severity }: Pick<AlarmHistory['events'][number], 'edge' | 'severity'>) {
  if (isOfWindow(edge)) return <SeverityBadge short status={edge === 'clear' ? 'ok' : severity} />;
  const Sign = signs[edge];
  return (
    <span className="tt-severity">
      <Sign size={15} aria-hidden="true" />
    </span>
  );
}

function Muted({ parts }: { readonly parts: readonly string[] }) {
  return <span className="tt-muted">{parts.filter(Boolean).join(' · ')}</span>;
}

const endedBy = { worse: 'endedWorse', expired: 'endedExpired' } as const;
const endsItself = (cause: string): cause is keyof typeof endedBy => Object.hasOwn(endedBy, cause);

/** The user and the note, the reason why an acknowledgement ended, or the previous severity. */
function EdgeCause({
  edge,
  evidence,
  cause,
}: Pick<AlarmHistory['events'][number], 'edge' | 'evidence' | 'cause'>) {
  const text = useAlertingTexts();
  const ui = useUiTexts();
  const before = Severity.safeParse(cause).data;
  if (edge === 'change' && before !== undefined)
    return <Muted parts={[text('severityBefore', { severity: ui(before) })]} />;
  const { acknowledged, endedBy: ended, silenced } = evidence;
  // The author of a silence did not end it: it expired, or it no longer matches the alarm.
  if (silenced !== undefined)
    return <Muted parts={[edge === 'silence' ? text('by', { by: silenced.by }) : '', silenced.reason]} />;
  if (acknowledged === undefined) return null;
  const what = endsItself(cause) ? text(endedBy[cause]) : text('by', { by: ended ?? acknowledged.by });
  const note = edge === 'acknowledge' ? acknowledged.note : '';
  return <Muted parts={[what, cause === 'kept' ? text('keptAcknowledgement') : '', note]} />;
}

function History({ events }: Pick<AlarmHistory, 'events'>) {
  const text = useAlertingTexts();
  const language = useLanguage();
  return (
    <section>
      <h3 className="tt-evidence-heading">{text('history')}</h3>
      <ol className="tt-history">
        {events.map(({ event, edge, severity, at, happened, evidence, cause }) => (
          <li key={event}>
            <EdgeSign edge={edge} severity={severity} />
            <span className="tt-history-what">
              {text(`edge-${edge}`)}
              <EdgeCause edge={edge} evidence={evidence} cause={cause} />
            </span>
            <time className="tt-muted">
              {formatDateTime(isOfWindow(edge) ? at * 1_000 : happened, language)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Links to a backtest of the alarm definition, for provider users who can read cockpits. */
function BacktestLink({ alarm }: { readonly alarm: AlarmRow }) {
  const text = useAlertingTexts();
  const mayRead = usePermission('TEMPLATE.COCKPIT.read');
  const isProvider = useSession().scopes.includes('admin');
  if (!mayRead || !isProvider) return null;
  return (
    <Link
      className="tt-button tt-backtest-link"
      to="/mt/cockpit"
      search={{ alarm: alarm.alarm, tab: 'backtest' }}
    >
      <IconHistory size={15} />
      {text('backtestRule')}
    </Link>
  );
}

/** Why this alarm runs: the measures that raised it, the source of its threshold, and its history. */
export function EvidenceDrawer({ alarm, cleared, customerId, until, onAcknowledge, onClose }: Props) {
  const text = useAlertingTexts();
  const language = useLanguage();
  const history = useQuery({
    // A new raise or severity adds an event: the history is read again.
    queryKey: [
      ...['alarm-history', customerId, alarm.id, alarm.since, alarm.severity],
      ...[cleared, until, alarm.acknowledged?.at],
    ],
    queryFn: ({ signal }) =>
      call(readAlarmHistory, {
        params: { customerId, alarm: alarm.alarm, element: alarm.element },
        query: { limit: 20, until },
        signal,
      }),
  });
  const state = (): PanelState => {
    if (history.isError) {
      const requestId = history.error instanceof ApiProblem ? history.error.requestId : undefined;
      return {
        is: 'error',
        cause: sentenceOf(history.error, language),
        requestId,
        retry: () => void history.refetch(),
      };
    }
    if (history.data === undefined) return { is: 'never-loaded' };
    return history.data.events.length === 0 ? { is: 'empty', title: text('noEvents') } : { is: 'ready' };
  };
  const raise = history.data?.events.find(({ edge }) => edge === 'raise');
  const title = (
    <>
      <span className="tt-evidence-badges">
        <SeverityBadge status={cleared ? 'ok' : alarm.severity} />
        {cleared && <span className="tt-muted">{text('clear')}</span>}
      </span>
      <h2 className="tt-evidence-title">{alarm.name}</h2>
      <p className="tt-muted tt-ellipsis">{useKpiText(alarm.kpi).name}</p>
    </>
  );
  return (
    <Drawer
      title={title}
      label={text('details', { alarm: alarm.name, element: alarm.elementName })}
      onClose={onClose}
    >
      {!cleared && <HandlingActions alarm={alarm} customerId={customerId} onAcknowledge={onAcknowledge} />}
      <HandlingFacts alarm={alarm} />
      <Facts alarm={alarm} cleared={cleared} />
      <BacktestLink alarm={alarm} />
      <Panel label={text('evidence')} state={state()}>
        {history.data !== undefined && <Places places={history.data.places} />}
        {raise !== undefined && <Measures evidence={raise.evidence} kpi={alarm.kpi} />}
        {history.data !== undefined && <History events={history.data.events} />}
      </Panel>
    </Drawer>
  );
}
