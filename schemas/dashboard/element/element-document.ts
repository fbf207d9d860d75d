import type { ElementFilter } from '../../data/element-filter.ts';
import type { KpiDirectory } from '../../kpi/directory.ts';
import type { Language } from '../../time/locale.ts';
import type { Granularity } from '../../time/granularity.ts';
import type { Dashlet } from '../dashlets.ts';
import {
  DashboardDocument,
  DOCUMENT_VERSION,
  type DocumentPeriod,
  type WrittenDocument,
} from '../document.ts';
import type { Sketch } from '../starter/starter.ts';
import { elementGraphs } from './element-graphs.ts';
import { isPartKind, MAX_PARTS, partTables, type ListedPartKind, type PartTable } from './element-parts.ts';
import { filtersOf, listedPartKinds, type PageSubject } from './page-kind.ts';
import { pageWords } from './page-words.ts';

/** A graph and its part of the grid of 24 columns. */
export interface ElementGraph {
  readonly dashlet: Dashlet;
  readonly columns: number;
  /** Rows of 40 pixels. */
  readonly rows: number;
}

/** A table of parts: the dashlets whose values its rows have. */
export interface ElementPartTable {
  readonly kind: ListedPartKind;
  /** Id of the dashlet with the newest values. The first one is whether the part is up, where that is known. */
  readonly values: string;
  /** Id of the dashlet with a value per step. */
  readonly trend: string;
  readonly table: PartTable;
}

export interface ElementPageContent {
  /** What is requested, as of a dashboard: one definition per figure. */
  readonly document: DashboardDocument;
  readonly graphs: readonly ElementGraph[];
  readonly parts: readonly ElementPartTable[];
}

interface PageNeeds {
  readonly language: Language;
  readonly kpis: KpiDirectory;
  readonly period: DocumentPeriod;
}

/** Twice the time after which a server that has just started takes a window for closed, of which it was not notified. */
const NOW = { kind: 'last', minutes: 30 } as const;

const DAY_MINUTES = 24 * 60;
const [SHORT_MINUTES, LONG_MINUTES] = [6 * 60, 2 * DAY_MINUTES];

/** A small line needs no more than some dozen steps, of many parts. */
function trendStep(period: DocumentPeriod): Granularity | undefined {
  const minutes = period.kind === 'last' ? period.minutes : (period.to - period.from) / 60;
  return minutes > SHORT_MINUTES && minutes <= LONG_MINUTES ? '1h' : undefined;
}

type WrittenDashlet = WrittenDocument['dashlets'][number];

/** Where a dashlet would be in a dashboard: the page places it by its size. */
const place = { x: 0, y: 0, width: 24, height: 8 };

function partDashlets(kind: ListedPartKind, period: DocumentPeriod): WrittenDashlet[] {
  const table: PartTable = partTables[kind];
  const requested = { keys: [kind], breakdown: { kind: 'all' as const } };
  const display = trendStep(period);
  const isNow = period.kind === 'last';
  const up = table.up === undefined ? [] : [{ kpi: table.up, aggregation: 'last' as const }];
  return [
    {
      id: `${kind}-values`,
      type: 'table',
      title: '',
      place,
      settings: {
        ...requested,
        ...(isNow && { period: NOW }),
        series: [...up, ...table.values.map(({ kpi }) => ({ kpi, aggregation: 'last' as const }))],
        maxLines: MAX_PARTS,
      },
    },
    {
      id: `${kind}-trend`,
      type: 'sparkline',
      title: '',
      place,
      settings: {
        ...requested,
        ...(display && { working: display, display }),
        series: [{ kpi: table.trend }],
        maxLines: MAX_PARTS,
      },
    },
  ];
}

const writtenFilter = ({ element, ids = [] }: ElementFilter) => ({
  id: element,
  element,
  default: { strategy: 'selection' as const, ids },
});

/** The page of an element: its graphs and tables as the dashlets of a document, which is never stored. */
export function elementPage(subject: PageSubject, { language, kpis, period }: PageNeeds): ElementPageContent {
  const filters = filtersOf(subject);
  const needs = { word: pageWords(language), now: period.kind === 'last' ? NOW : undefined };
  const sketches: readonly Sketch[] = filters === undefined ? [] : elementGraphs(subject.kind, needs, kpis);
  const graphs = sketches.map(({ type, title, settings }, index): WrittenDashlet => ({
    id: `graph-${String(index + 1)}`,
    type,
    title,
    place,
    settings,
  }));
  const kinds = (listedPartKinds[subject.kind] ?? []).filter(isPartKind);
  const document = DashboardDocument.parse({
    version: DOCUMENT_VERSION,
    filters: (filters ?? []).map(writtenFilter),
    period,
    dashlets: [...graphs, ...kinds.flatMap((kind) => partDashlets(kind, period))],
  });
  return {
    document,
    graphs: sketches.flatMap(({ size: [columns, rows] }, index) => {
      const dashlet = document.dashlets[index];
      return dashlet === undefined ? [] : [{ dashlet, columns, rows }];
    }),
    parts: kinds.map((kind) => ({
      kind,
      values: `${kind}-values`,
      trend: `${kind}-trend`,
      table: partTables[kind],
    })),
  };
}
