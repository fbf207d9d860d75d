import { formatValue } from '#schemas/unit/format.ts';
import {
  IconBell,
  IconBellOff,
  IconFileText,
  IconHistory,
  IconLink,
  IconUnlink,
  IconUserCheck,
  IconUserMinus,
  IconUserPlus,
  IconUserX,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { AlarmRow, Evidence } from '#schemas/alerting/alert.ts';
import { readAlarmHistory, type AlarmHistory } from '#schemas/alerting/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { ElementLink } from '#web/kernel/element/ElementLink.tsx';
import { useSession } from '#web/kernel/session/session.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { CopyButton } from '#web/ui/button/CopyButton.tsx';
import { Drawer } from '#web/ui/dialog/Drawer.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { EdgeCause } from './EdgeCause.tsx';
import { EvidenceFacts, EvidenceValue, RelatedAlarms } from './EvidenceFacts.tsx';
import { ElementTools } from './ElementTools.tsx';
import { ExplainedBy } from './ExplainedBy.tsx';
import { RunbookOf } from './RunbookOf.tsx';
import { KpiGraph } from './KpiGraph.tsx';
import { HandlingFacts } from '../handling/HandlingFacts.tsx';
import { IncidentLine } from '../incident/IncidentLine.tsx';
import { IncidentSection } from '../incident/IncidentSection.tsx';
import { AlarmNotes } from '../notes/AlarmNotes.tsx';
import { HandlingActions } from '../handling/HandlingActions.tsx';
import { useKpiText } from '#web/kernel/kpi/use-kpi-text.ts';
import { useEvidenceTexts } from './texts/en.ts';

interface Props {
  readonly alarm: AlarmRow;
  /** The alarm that explains it; undefined also if it is not shown. */
  readonly parent: AlarmRow | undefined;
  /** Of the alarms at its place: `placeMarks`. */
  readonly marks: string;
  /** The alarm cleared while its details were open. */
  readonly cleared: boolean;
  readonly customerId: number;
  /** Past time that is shown, seconds since 1970. */
  readonly until: number | undefined;
  readonly onAcknowledge: (alarm: AlarmRow) => void;
  readonly onClose: () => void;
}

/** The locations that the alarm definition shows, other than the site. */
function Places({ places }: Pick<AlarmHistory, 'places'>) {
  const text = useEvidenceTexts();
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
  const { column } = useKpiText(kpi);
  const text = useEvidenceTexts();
  const language = useLanguage();
  const value = column(
    evidence.windows.map((window) => window.value),
    evidence.threshold,
  );
  const part = (value: number | null) => formatValue(value, 'scalar', language);
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
            <th scope="row">
              <Time as="time" at={window.at * 1_000} />
            </th>
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
  assign: IconUserPlus,
  unassign: IconUserMinus,
  silence: IconBellOff,
  unsilence: IconBell,
  explain: IconLink,
  unexplain: IconUnlink,
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

/** The graph shows more of them as periods. */
const LISTED_EVENTS = 20;

function History({ events }: Pick<AlarmHistory, 'events'>) {
  const text = useEvidenceTexts();
  return (
    <section>
      <h3 className="tt-evidence-heading">{text('history')}</h3>
      <ol className="tt-history">
        {events.slice(0, LISTED_EVENTS).map(({ event, edge, severity, at, happened, evidence, cause }) => (
          <li key={event}>
            <EdgeSign edge={edge} severity={severity} />
            <span className="tt-history-what">
              {text(`edge-${edge}`)}
              <EdgeCause edge={edge} evidence={evidence} cause={cause} />
            </span>
            <span className="tt-muted">
              <Time as="time" at={isOfWindow(edge) ? at * 1_000 : happened} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Links to the alarm definition and its backtest, for provider users who can read cockpits. */
function DefinitionLinks({ alarm }: { readonly alarm: AlarmRow }) {
  const text = useEvidenceTexts();
  const mayRead = usePermission('TEMPLATE.COCKPIT.read');
  const isProvider = useSession().scopes.includes('admin');
  if (!mayRead || !isProvider) return null;
  return (
    <div className="tt-evidence-links">
      <Link className="tt-button" to="/mt/cockpit" search={{ alarm: alarm.alarm }}>
        <IconFileText size={15} />
        {text('openDefinition')}
      </Link>
      <Link className="tt-button" to="/mt/cockpit" search={{ alarm: alarm.alarm, tab: 'backtest' }}>
        <IconHistory size={15} />
        {text('backtestRule')}
      </Link>
    </div>
  );
}

const none: AlarmHistory['events'] = [];

/** The events of the alarm, and what their panel shows. */
function useHistory({
  alarm,
  cleared,
  customerId,
  until,
}: Omit<Props, 'parent' | 'marks' | 'onAcknowledge' | 'onClose'>) {
  const text = useEvidenceTexts();
  const language = useLanguage();
  // A new raise or severity adds an event: the history is read again.
  const { id, since, severity, acknowledged, assigned, parent } = alarm;
  const added = [since, severity, cleared, until, acknowledged?.at, assigned?.at, parent?.since];
  const history = useQuery(
    namedQuery('alarm-history', [customerId, id, ...added], (signal) =>
      call(readAlarmHistory, {
        params: { customerId, alarm: alarm.alarm, element: alarm.element },
        query: { limit: 100, until },
        signal,
      }),
    ),
  );
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
  return { history, state: state() };
}

/** Where it runs, the measures that raised it, and what happened since. */
function Past({ places, events, kpi }: AlarmHistory & { readonly kpi: string }) {
  const raise = events.find(({ edge }) => edge === 'raise');
  return (
    <>
      <Places places={places} />
      {raise !== undefined && <Measures evidence={raise.evidence} kpi={kpi} />}
      <History events={events} />
    </>
  );
}

/** Why this alarm runs: its KPI over time, the measures that raised it, the source of its threshold, and its history. */
export function EvidenceDrawer(props: Props) {
  const { alarm, parent, marks, cleared, customerId, until, onAcknowledge, onClose } = props;
  const text = useEvidenceTexts();
  const { history, state } = useHistory({ alarm, cleared, customerId, until });
  const actions = cleared ? undefined : (
    <HandlingActions alarm={alarm} customerId={customerId} onAcknowledge={onAcknowledge} />
  );
  const title = (
    <>
      <span className="tt-evidence-badges">
        <SeverityBadge status={cleared ? 'ok' : alarm.severity} />
        {cleared && <span className="tt-muted">{text('clear')}</span>}
      </span>
      <h2 className="tt-evidence-title">
        {alarm.name} —{' '}
        <ElementLink kind={alarm.elementKind} id={alarm.element} customer={customerId}>
          {alarm.elementName}
        </ElementLink>
        <CopyButton label={text('element')} value={alarm.elementName} />
      </h2>
      <p className="tt-muted">
        {alarm.siteName !== '' && (
          <>
            <ElementLink kind="site" id={alarm.site} customer={customerId}>
              {alarm.siteName}
            </ElementLink>
            {' · '}
          </>
        )}
        {useKpiText(alarm.kpi).name}
        {!cleared && (
          <>
            {' · '}
            <Time as="age" at={alarm.since * 1_000} />
          </>
        )}
      </p>
      <IncidentLine alarm={alarm} customerId={customerId} />
    </>
  );
  return (
    <Drawer
      title={title}
      label={text('details', { alarm: alarm.name, element: alarm.elementName })}
      onClose={onClose}
      footer={actions}
    >
      <EvidenceValue alarm={alarm} cleared={cleared} until={until} />
      <KpiGraph alarm={alarm} customerId={customerId} until={until} events={history.data?.events ?? none} />
      <HandlingFacts alarm={alarm} customerId={customerId} />
      <IncidentSection alarm={alarm} customerId={customerId} until={until} marks={marks} />
      <RunbookOf of={history.data} />
      <ExplainedBy alarm={alarm} parent={parent} cleared={cleared} />
      <AlarmNotes alarm={alarm} cleared={cleared} customerId={customerId} until={until} />
      <RelatedAlarms alarm={alarm} />
      <EvidenceFacts alarm={alarm} cleared={cleared} />
      <ElementTools alarm={alarm} customerId={customerId} isNow={until === undefined} />
      <DefinitionLinks alarm={alarm} />
      <Panel label={text('evidence')} state={state}>
        {history.data !== undefined && <Past {...history.data} kpi={alarm.kpi} />}
      </Panel>
    </Drawer>
  );
}
