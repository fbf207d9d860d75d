import type { CSSProperties } from 'react';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ExploreKeyPart, ExploreResult } from '#schemas/explore/explore.ts';
import { exploreFlows } from '#schemas/explore/routes.ts';
import { applicationAddress } from '#schemas/dashboard/element/page-kind.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { call } from '#web/kernel/api/call.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { ExploreLink, useExplorer } from '#web/kernel/explore/ExploreLink.tsx';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { ChosenContext } from '../../dashboard/view/use-document-context.ts';
import { flowFilter } from './flow-filter.ts';
import type { Subject } from './subject.ts';
import { useElementTexts } from './texts/en.ts';

/** Rows of a list. */
const LISTED = 8;

type Dimension = 'application' | 'remote-site';

interface TalkerProps {
  readonly customer: number;
  readonly filter: string;
  readonly by: Dimension;
  readonly period: { readonly from: number; readonly to: number };
}

/** The page of what a row stands for; undefined: it has none. */
function pageOf({ id, hidden }: ExploreKeyPart, by: Dimension) {
  const number = Number(id);
  if (hidden === true || !Number.isSafeInteger(number) || number <= 0) return undefined;
  return by === 'application'
    ? { kind: 'application', element: applicationAddress(number) }
    : { kind: 'site', element: String(number) };
}

function Row({
  row,
  of,
  by,
  customer,
}: { row: ExploreResult['rows'][number]; of: number } & Pick<TalkerProps, 'by' | 'customer'>) {
  const text = useElementTexts();
  const language = useLanguage();
  const [part] = row.key;
  if (part === undefined) return null;
  const page = pageOf(part, by);
  const name =
    part.hidden === true
      ? text('hiddenSites')
      : (part.name ?? text(by === 'application' ? 'unknownName' : 'outside'));
  return (
    <li
      className="tt-element-talker"
      style={{ '--tt-share': of === 0 ? 0 : row.value / of } as CSSProperties}
    >
      {page === undefined ? (
        <span className="tt-ellipsis">{name}</span>
      ) : (
        <Link className="tt-ellipsis" to="/inventory/$kind/$element" params={page} search={{ customer }}>
          {name}
        </Link>
      )}
      <span>{formatValue(row.value, 'byte', language)}</span>
    </li>
  );
}

/** The largest parts of the traffic of an element, as the explorer has them. */
function Talkers({ customer, filter, by, period }: TalkerProps) {
  const text = useElementTexts();
  const language = useLanguage();
  const body = {
    ...period,
    filter,
    dimensions: [by],
    measure: 'bytes' as const,
    step: 'none' as const,
    rows: LISTED,
  };
  const query = useQuery(
    namedQuery('element-talkers', [customer, body], (signal) =>
      call(exploreFlows, { params: { customerId: customer }, body, signal }),
    ),
  );
  const { data } = query;
  const label = text(by === 'application' ? 'topApplications' : 'topConversations');
  const largest = Math.max(0, ...(data?.rows ?? []).map(({ value }) => value));
  const state =
    data?.rows.length === 0
      ? ({ is: 'empty', title: text('noFlows') } as const)
      : panelStateOf(query, language, 'FLOWMAP.read');
  return (
    <section className="tt-element-talkers" aria-label={label}>
      <h2>
        {label}
        <span className="tt-element-more">
          <ExploreLink customer={customer} filter={filter} period={period} by={[by]} />
        </span>
      </h2>
      <Panel nested label={label} state={state}>
        <ol>
          {data?.rows.map((row) => (
            <Row key={row.key[0]?.id} row={row} of={largest} by={by} customer={customer} />
          ))}
        </ol>
      </Panel>
    </section>
  );
}

/** Largest applications and conversations of a device or interface: KPIs of flows have none below a site. */
export function ElementTalkers({
  subject,
  chosen,
}: {
  readonly subject: Subject;
  readonly chosen: ChosenContext;
}) {
  const filter = flowFilter(subject);
  const { customer, kind } = subject;
  const isShown = useExplorer() && (kind === 'device' || kind === 'interface');
  if (!isShown || filter === undefined) return null;
  const { period } = chosen.context;
  return (
    <div className="tt-element-pair">
      <Talkers customer={customer} filter={filter} by="application" period={period} />
      <Talkers customer={customer} filter={filter} by="remote-site" period={period} />
    </div>
  );
}
