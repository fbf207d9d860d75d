import { Link } from '@tanstack/react-router';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { applicationAddress } from '#schemas/dashboard/element/page-kind.ts';
import { applicationName } from '#schemas/application/application-name.ts';
import type { FlowMapPair } from '#schemas/flowmap/flow-map.ts';
import { readFlowMapPair } from '#schemas/flowmap/routes.ts';
import { dscpName } from '#schemas/qos/dscp.ts';
import { columnFormat } from '#schemas/unit/column-format.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { useAlerts } from '#web/kernel/alert/alert-feed.ts';
import { useNamedAlarms } from '#web/kernel/text/use-built-in-name.ts';
import { ChangedLink } from '#web/kernel/explore/ChangedLink.tsx';
import { ExploreLink } from '#web/kernel/explore/ExploreLink.tsx';
import { ElementLink } from '#web/kernel/element/ElementLink.tsx';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useNow } from '#web/lib/clock.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Drawer } from '#web/ui/dialog/Drawer.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import { TimeRange } from '#web/ui/text/TimeRange.tsx';
import { shownPeriod, useFlowMapSearch } from '../flowmap-search.ts';
import { flowsOfPair } from './flows-of-pair.ts';
import { pairEnds, pairRates } from '../FlowTable.tsx';
import { NodeName } from '../NodeName.tsx';
import { useNodeNames } from '../node-names.ts';
import { useFlowMapTexts } from '../texts/en.ts';
import { pairId, selectionOf, type FlowRow, type FlowScene } from '../use-flow-map.ts';

const IANA_PROTOCOL = 2 ** 32;

type Period = ReturnType<typeof shownPeriod>;

interface Props {
  readonly customerId: number;
  readonly pair: readonly [number, number];
  readonly scene: FlowScene;
  readonly onClose: () => void;
}

function Applications({
  applications,
  customer,
}: Pick<FlowMapPair, 'applications'> & { readonly customer: number }) {
  const text = useFlowMapTexts();
  const language = useLanguage();
  const rate = columnFormat(
    applications.map(({ bps }) => bps),
    'bps',
    language,
  );
  return (
    <table className="tt-flowmap-parts">
      <caption>{text('applications')}</caption>
      <tbody>
        {applications.map(({ number, name, bps }) => (
          <tr key={number}>
            <th scope="row">
              <ElementLink kind="application" id={applicationAddress(number)} customer={customer}>
                {name}
              </ElementLink>
            </th>
            <td>{rate(bps)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Conversations({ conversations }: Pick<FlowMapPair, 'conversations'>) {
  const text = useFlowMapTexts();
  const language = useLanguage();
  const volume = columnFormat(
    conversations.map(({ bytes }) => bytes),
    'byte',
    language,
  );
  if (conversations.length === 0) return <p className="tt-muted">{text('noFlows')}</p>;
  return (
    <table className="tt-flowmap-parts">
      <caption>{text('flows')}</caption>
      <thead>
        <tr>
          <th scope="col">{text('addresses')}</th>
          <th scope="col">{text('service')}</th>
          <th scope="col">{text('volume')}</th>
          <th scope="col">{text('records')}</th>
        </tr>
      </thead>
      <tbody>
        {conversations.map(({ one, other, protocol, port, bytes, flows }) => (
          <tr key={`${one} ${other} ${String(protocol)} ${String(port)}`}>
            <td>
              {one} ↔ {other}
            </td>
            <td>
              {applicationName(IANA_PROTOCOL + protocol)} {port > 0 && port}
            </td>
            <td>{volume(bytes)}</td>
            <td>{formatNumber(flows, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Running alarms at the sites of both ends. */
function Alarms({ customerId, pair }: Pick<Props, 'customerId' | 'pair'>) {
  const text = useFlowMapTexts();
  const { data } = useAlerts(customerId, useNamedAlarms());
  const found = data?.alarms.filter(({ site }) => pair.includes(site)) ?? [];
  const shown = found.slice(0, 10);
  return (
    <section aria-label={text('alarms')}>
      <h3 className="tt-flowmap-heading">{text('alarms')}</h3>
      {shown.length === 0 && <p className="tt-muted">{text('noAlarms')}</p>}
      <ul className="tt-flowmap-alarms">
        {shown.map(({ id, severity, name, siteName, element, elementKind, elementName }) => (
          <li key={id}>
            <SeverityBadge status={severity} />
            <Link to="/alert" search={{ customer: customerId, open: id }}>
              {name}
            </Link>
            <span className="tt-muted">
              {siteName} ·{' '}
              <ElementLink kind={elementKind} id={element} customer={customerId}>
                {elementName}
              </ElementLink>
            </span>
          </li>
        ))}
      </ul>
      {found.length > shown.length && (
        <Link to="/alert" search={{ customer: customerId, site: pair.filter((id) => id > 0) }}>
          {text('allAlarms', { count: found.length })}
        </Link>
      )}
    </section>
  );
}

function Rates({ row, nameOf }: { readonly row: FlowRow; readonly nameOf: (id: number) => string }) {
  const text = useFlowMapTexts();
  const language = useLanguage();
  const { first, second } = pairEnds(row);
  const { there, back } = pairRates(row);
  const all = row.forth + row.back;
  const rate = (bps: number) => formatValue(bps, 'bps', language);
  return (
    <dl className="tt-facts">
      <dt>{text('towards', { name: nameOf(second) })}</dt>
      <dd>{rate(there)}</dd>
      <dt>{text('towards', { name: nameOf(first) })}</dt>
      <dd>{rate(back)}</dd>
      <dt>{text('classes')}</dt>
      <dd>
        {row.classes
          .slice(0, 5)
          .map(
            ({ dscp, bps }) =>
              `${dscpName(dscp)} ${formatValue(all === 0 ? 0 : (100 * bps) / all, 'percent', language)}`,
          )
          .join(' · ')}
      </dd>
    </dl>
  );
}

/** The flows between the places in the explorer, as they are filtered here. */
function FlowLinks({
  customerId,
  pair,
  period,
}: Pick<Props, 'customerId' | 'pair'> & { readonly period: Period }) {
  const { search } = useFlowMapSearch();
  const filter = flowsOfPair({ pair, applications: search.application, dscp: search.dscp });
  if (filter === undefined) return null;
  return (
    <p className="tt-flowmap-links">
      <ExploreLink
        customer={customerId}
        filter={filter}
        period={period}
        by={['application', 'source-site']}
      />
      <ChangedLink customer={customerId} filter={filter} period={period} />
    </p>
  );
}

/** What the traffic between two places consists of. */
export function PairDrawer({ customerId, pair: [one, other], scene, onClose }: Props) {
  const text = useFlowMapTexts();
  const language = useLanguage();
  const { search } = useFlowMapSearch();
  const period = shownPeriod(search, useNow());
  const nameOf = useNodeNames(scene.nodes);
  const mayReadAlarms = usePermission('ALERT.read') && search.at === undefined;
  const body = { ...selectionOf(search), period, one, other };
  const query = useQuery({
    ...routeQuery(readFlowMapPair, { params: { customerId }, body }),
    placeholderData: keepPreviousData,
  });
  const row = scene.arcs.find((arc) => pairId(arc) === `${String(one)}-${String(other)}`);
  const { first, second } = pairEnds({ one, other });
  const name = `${nameOf(first)} ↔ ${nameOf(second)}`;
  const { data } = query;
  const title = (
    <>
      <NodeName id={first} nodes={scene.nodes} nameOf={nameOf} /> ↔{' '}
      <NodeName id={second} nodes={scene.nodes} nameOf={nameOf} />
    </>
  );
  return (
    <Drawer title={title} label={text('detailsOf', { name })} onClose={onClose}>
      {row === undefined ? (
        <p className="tt-muted">{text('noTrafficNow')}</p>
      ) : (
        <Rates row={row} nameOf={nameOf} />
      )}
      <Panel nested label={text('applications')} state={panelStateOf(query, language, 'FLOWMAP.read')}>
        {data !== undefined && (
          <>
            <p className="tt-muted">
              <TimeRange from={data.from * 1_000} until={data.to * 1_000} />
            </p>
            <Applications applications={data.applications} customer={customerId} />
            <Conversations conversations={data.conversations} />
          </>
        )}
      </Panel>
      <FlowLinks customerId={customerId} pair={[one, other]} period={period} />
      {mayReadAlarms && <Alarms customerId={customerId} pair={[one, other]} />}
    </Drawer>
  );
}
