import { Suspense, useMemo, useState } from 'react';
import { CatchBoundary } from '@tanstack/react-router';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { severities as severityOrder, type Severity } from '#schemas/alerting/severity.ts';
import { HIDDEN_SITE } from '#schemas/kpi/flow-ends.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { ElementLink } from '#web/kernel/element/ElementLink.tsx';
import { useLanguage, type Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { hasWebGl } from '#web/ui/site-map/MapProblem.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { DialogTable } from '#web/ui/table/DialogTable.tsx';
import { figureColumn } from '#web/ui/table/figure-column.ts';
import type { Column, TableSorting } from '#web/ui/table/table-column.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import type { ChosenContext } from '../../../dashboard/view/use-document-context.ts';
import { useOpenElement } from '../../use-open-element.ts';
import type { Subject } from '../subject.ts';
import { useElementTexts, type en } from '../texts/en.ts';
import type { Neighbour } from './neighbour-rows.ts';
import { isPlaced } from './placed-nodes.ts';
import { useHasNeighbours, useNeighbours } from './use-neighbours.ts';
import './neighbours.css';

const NeighbourMap = lazyPart(() => import('./NeighbourMap.tsx'), 'NeighbourMap');

/** Links that are named in a row. */
const NAMED_LINKS = 3;

const idOf = ({ site }: Neighbour): string => String(site);

function nameOf({ site, node }: Neighbour, text: Translate<typeof en>): string {
  if (site === 0) return text('outside');
  if (site === HIDDEN_SITE) return text('hiddenSites');
  return node?.name ?? text('unknownName');
}

/** Tunnels and probes between the element and a neighbour. */
function Links({ links, customer }: Pick<Neighbour, 'links'> & { readonly customer: number }) {
  return (
    <span className="tt-ellipsis">
      {links.slice(0, NAMED_LINKS).map(({ element, kind, name }, index) => (
        <span key={element}>
          {index > 0 && ' · '}
          <ElementLink kind={kind} id={element} customer={customer}>
            {name}
          </ElementLink>
        </span>
      ))}
      {links.length > NAMED_LINKS && ` +${String(links.length - NAMED_LINKS)}`}
    </span>
  );
}

const worst = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
};

interface NeighbourColumnOptions {
  readonly rows: readonly Neighbour[];
  readonly text: Translate<typeof en>;
  readonly language: Language;
  readonly customer: number;
}

function neighbourColumns({
  rows,
  text,
  language,
  customer,
}: NeighbourColumnOptions): readonly Column<Neighbour>[] {
  const figures = { rows, language } as const;
  const hasLinks = rows.some(({ links }) => links.length > 0);
  const hasTraffic = rows.some((row) => row.in !== null);
  return [
    {
      id: 'name',
      header: text('neighbour'),
      value: (row) => nameOf(row, text),
      width: 160,
      grow: 2,
      fixed: true,
      card: { line: 1 },
      cell: (row, { active }) => {
        const name = <span className="tt-ellipsis">{nameOf(row, text)}</span>;
        const isSite = row.node !== undefined && row.site !== HIDDEN_SITE && !row.node.deleted;
        return isSite ? (
          <ElementLink kind="site" id={row.site} customer={customer} active={active}>
            {name}
          </ElementLink>
        ) : (
          name
        );
      },
    },
    ...(hasTraffic
      ? [
          {
            ...figureColumn<Neighbour>('in', text('received'), {
              ...figures,
              valueOf: (row) => row.in,
              style: 'bps',
            }),
            card: { line: 2, named: true } as const,
          },
          {
            ...figureColumn<Neighbour>('out', text('sent'), {
              ...figures,
              valueOf: ({ out }) => out,
              style: 'bps',
            }),
            card: { line: 2, named: true } as const,
          },
        ]
      : []),
    ...(hasLinks
      ? [
          {
            id: 'links',
            header: text('links'),
            value: ({ links }: Neighbour) => links.length,
            width: 140,
            grow: 2,
            card: { line: 3 } as const,
            cell: ({ links }: Neighbour) => <Links links={links} customer={customer} />,
          },
          figureColumn<Neighbour>('latency', text('latency'), {
            ...figures,
            valueOf: ({ links }) => worst(links.map(({ latency }) => latency)),
            style: 'millisecond',
          }),
          figureColumn<Neighbour>('loss', text('loss'), {
            ...figures,
            valueOf: ({ links }) => worst(links.map(({ loss }) => loss)),
            style: 'percent',
          }),
        ]
      : []),
  ];
}

/** The worst alarm of each site that is not silenced. */
function severitiesOf(alarms: readonly AlarmRow[]): ReadonlyMap<number, Severity> {
  const found = new Map<number, Severity>();
  for (const { site, severity, silenced } of alarms) {
    const before = found.get(site);
    const isWorse = before === undefined || severityOrder.indexOf(severity) < severityOrder.indexOf(before);
    if (silenced === undefined && isWorse) found.set(site, severity);
  }
  return found;
}

interface Props {
  readonly subject: Subject;
  readonly chosen: ChosenContext;
  /** Running alarms of the customer; undefined: the reader does not see alarms. */
  readonly alarms: readonly AlarmRow[] | undefined;
}

/** A browser without a map has the list. */
const noMap = () => null;

function Shown({ subject, chosen, alarms }: Props) {
  const text = useElementTexts();
  const language = useLanguage();
  const density = useDensity();
  const { customer } = subject;
  const { from, to } = chosen.context.period;
  const { neighbours: rows, here, query, isLoading } = useNeighbours(subject, { from, to });
  const [sorting, setSorting] = useState<TableSorting>();
  const [isMapShown, setMapShown] = useState(hasWebGl);
  const columns = useMemo(
    () => neighbourColumns({ rows, text, language, customer }),
    [rows, text, language, customer],
  );
  const severities = useMemo(() => alarms && severitiesOf(alarms), [alarms]);
  const open = useOpenElement('site');
  const label = text('neighbours');
  const state =
    query.data !== undefined && rows.length === 0 && !isLoading
      ? ({ is: 'empty', title: text('noNeighbours') } as const)
      : panelStateOf(query, language, 'FLOWMAP.read');
  const hasMap = isMapShown && isPlaced(here) && rows.some(({ node }) => isPlaced(node));
  return (
    <section className="tt-element-part" aria-label={label}>
      <h2>{label}</h2>
      <Panel nested label={label} state={state}>
        <div className="tt-neighbours" data-map={hasMap}>
          {hasMap && (
            <div className="tt-neighbour-map">
              <CatchBoundary getResetKey={() => 'map'} errorComponent={noMap}>
                <Suspense fallback={null}>
                  <NeighbourMap
                    here={here}
                    severities={severities}
                    neighbours={rows}
                    onOpen={(id) => open({ id, customer })}
                    onHide={() => setMapShown(false)}
                  />
                </Suspense>
              </CatchBoundary>
            </div>
          )}
          <DialogTable rows={rows.length}>
            <DataTable
              name="element-neighbours"
              label={label}
              rows={rows}
              columns={columns}
              sorting={sorting}
              density={density}
              rowId={idOf}
              rowName={(row) => nameOf(row, text)}
              onSort={setSorting}
            />
          </DialogTable>
        </div>
      </Panel>
    </section>
  );
}

/** What an element exchanges traffic with, and where its tunnels and probes lead, on a small map and as a list. */
export function Neighbours(props: Props) {
  return useHasNeighbours(props.subject) ? <Shown {...props} /> : null;
}
