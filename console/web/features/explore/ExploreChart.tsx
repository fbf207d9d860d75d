import type { ExploreResult } from '#schemas/explore/explore.ts';
import type { SearchPart } from '#web/lib/search-hook.ts';
import type { ExploreSearch } from './explore-search.ts';
import { HeatMap } from './HeatMap.tsx';
import { SankeyChart } from './SankeyChart.tsx';
import type { ShownResult } from './shown-result.ts';
import { TimeChart } from './TimeChart.tsx';
import { useExploreTexts, type ExploreText } from './texts/en.ts';

interface Props {
  readonly result: ShownResult;
  /** Flows, whose rows are bands between their dimensions; absent: a KPI. */
  readonly flows?: ExploreResult;
  readonly search: ExploreSearch;
  readonly change: (part: SearchPart<ExploreSearch>) => void;
}

function Bands({ flows }: Pick<Props, 'flows'>) {
  const text = useExploreTexts();
  if (flows === undefined) return <p className="tt-muted">{text('sankeyOfFlows')}</p>;
  const dimensions = flows.rows[0]?.key.length ?? 0;
  return dimensions < 2 ? <p className="tt-muted">{text('sankeyNeeds')}</p> : <SankeyChart result={flows} />;
}

const isSent = (flows: ExploreResult | undefined): boolean => (flows?.total.sentSeries ?? null) !== null;

/** What the chart does not say by itself. */
const notesOf = ({ result, flows }: Props, isStacked: boolean, text: ExploreText): readonly string[] => [
  ...(isSent(flows) ? [text('below')] : []),
  ...(result.isCompared && result.total !== null ? [text('earlierLine')] : []),
  ...(isStacked && !result.isSum ? [text('notStacked')] : []),
];

function OverTime(props: Props) {
  const { result, flows, search, change } = props;
  const text = useExploreTexts();
  const { view = 'stacked', ways, p95 } = search;
  const isStacked = view === 'stacked';
  const notes = notesOf(props, isStacked, text);
  return (
    <>
      <TimeChart
        result={result}
        look={{ isStacked: isStacked && result.isSum, bothWays: ways && isSent(flows), p95 }}
        onZoom={({ from, to }) => change({ from, to, last: undefined })}
      />
      {notes.length > 0 && <p className="tt-muted">{notes.join(' ')}</p>}
    </>
  );
}

/** The view of the address above the table. */
export function ExploreChart(props: Props) {
  const { result, flows, search } = props;
  if (search.view === 'table') return null;
  if (search.view === 'heat') return <HeatMap result={result} />;
  return search.view === 'sankey' ? <Bands {...(flows && { flows })} /> : <OverTime {...props} />;
}
