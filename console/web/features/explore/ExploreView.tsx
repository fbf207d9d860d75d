import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ExploreResult } from '#schemas/explore/explore.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useNow } from '#web/lib/clock.ts';
import type { SearchPart } from '#web/lib/search-hook.ts';
import { useLanguage } from '#web/lib/text.ts';
import { CopyButton } from '#web/ui/button/CopyButton.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import type { ExploreApi } from './explore-api.ts';
import { ExploreControls } from './ExploreControls.tsx';
import { exploreRequestOf } from './explore-request.ts';
import type { ExploreSearch } from './explore-search.ts';
import { ExploreRows } from './ExploreRows.tsx';
import { FilterField } from './FilterField.tsx';
import { HeatMap } from './HeatMap.tsx';
import { narrowed } from './row-names.ts';
import { SankeyChart } from './SankeyChart.tsx';
import { SaveMenu } from './save/SaveMenu.tsx';
import { SourceNote } from './SourceNote.tsx';
import { TimeChart } from './TimeChart.tsx';
import { useExploreTexts } from './texts/en.ts';
import '#web/styles/series.css';
import './explore.css';

interface Props {
  readonly api: ExploreApi;
  readonly search: ExploreSearch;
  readonly change: (part: SearchPart<ExploreSearch>) => void;
}

function Chart({
  result,
  search,
  change,
}: Pick<Props, 'search' | 'change'> & { readonly result: ExploreResult }) {
  const text = useExploreTexts();
  const { view = 'stacked', ways, p95 } = search;
  if (view === 'table') return null;
  if (view === 'heat') return <HeatMap result={result} />;
  if (view === 'sankey')
    return search.by.length < 2 ? (
      <p className="tt-muted">{text('sankeyNeeds')}</p>
    ) : (
      <SankeyChart result={result} />
    );
  const notes = [
    ...(result.total.sentSeries === null ? [] : [text('below')]),
    ...(result.earlierBy === null ? [] : [text('earlierLine')]),
  ];
  return (
    <>
      <TimeChart
        result={result}
        look={{ isStacked: view === 'stacked', bothWays: ways && result.total.sentSeries !== null, p95 }}
        onZoom={({ from, to }) => change({ from, to, last: undefined })}
      />
      {notes.length > 0 && <p className="tt-muted">{notes.join(' ')}</p>}
    </>
  );
}

/** A filter that the server rejects is shown at its field, not in place of the result. */
const ofFilter = (error: unknown): boolean => error instanceof ApiProblem && error.code.startsWith('FILTER_');

function useFlows({ api, search }: Props) {
  const text = useExploreTexts();
  const language = useLanguage();
  // The period of the last minutes moves on while the page is open.
  const seconds = Math.floor(useNow() / 1_000);
  const query = useQuery({
    ...api.explore(exploreRequestOf(search, seconds)),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { data, isPlaceholderData, error } = query;
  const rejected = ofFilter(error) ? sentenceOf(error, language) : undefined;
  return { data, state: stateOf(), problem: rejected };

  function stateOf(): PanelState {
    // The field says what is wrong.
    if (rejected !== undefined) return { is: 'empty', title: text('rejected'), hint: text('rejectedHint') };
    const read = panelStateOf(query, language, 'FLOWMAP.read');
    if (read.is !== 'ready') return read;
    if (isPlaceholderData) return { is: 'loading-over' };
    const isEmpty = data !== undefined && data.total.value === 0;
    return isEmpty ? { is: 'empty', title: text('none'), hint: text('noneHint') } : read;
  }
}

/** Flows by dimensions: the filter, what is requested, and the result as chart and table. */
export function ExploreView(props: Props) {
  const { api, search, change } = props;
  const text = useExploreTexts();
  const { data, state, problem } = useFlows(props);
  return (
    <div className="tt-page tt-explore">
      <PageHeader
        title={text('title')}
        aside={<span className="tt-muted">{text('lead')}</span>}
        actions={
          <>
            {api.customerId !== undefined && <SaveMenu customer={api.customerId} search={search} />}
            <CopyButton value={location.href} label={text('address')} />
          </>
        }
      />
      <FilterField
        api={api}
        filter={search.filter ?? ''}
        problem={problem}
        onApply={(filter) => change({ filter: filter === '' ? undefined : filter })}
      />
      <ExploreControls search={search} change={change} isAcross={api.customerId === undefined} />
      <Panel label={text('result')} state={state} skeleton="block">
        {data !== undefined && (
          <>
            <Chart result={data} search={search} change={change} />
            <SourceNote result={data} />
            <ExploreRows
              result={data}
              onNarrow={(by) => change({ filter: narrowed(search.filter ?? '', by) })}
            />
          </>
        )}
      </Panel>
    </div>
  );
}
