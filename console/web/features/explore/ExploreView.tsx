import { useMemo, type ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
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
import { ExploreChart } from './ExploreChart.tsx';
import { ExploreControls } from './ExploreControls.tsx';
import { exploreRequestOf } from './explore-request.ts';
import type { ExploreSearch } from './explore-search.ts';
import { ExploreRows } from './ExploreRows.tsx';
import { FilterField } from './FilterField.tsx';
import { useKpiResult } from './kpi/use-kpi-result.ts';
import { narrowed, useRowWords } from './row-names.ts';
import { shownFlows } from './shown-result.ts';
import { SaveMenu } from './save/SaveMenu.tsx';
import { SourceNote } from './SourceNote.tsx';
import { useExploreTexts } from './texts/en.ts';
import '#web/styles/series.css';
import './explore.css';

interface Props {
  readonly api: ExploreApi;
  readonly search: ExploreSearch;
  readonly change: (part: SearchPart<ExploreSearch>) => void;
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

interface FrameProps extends Props {
  /** Why the server rejected the filter. */
  readonly problem?: string | undefined;
  readonly state: PanelState;
  readonly children: ReactNode;
}

/** The filter and what is requested, above the result. */
function ExploreFrame({ api, search, change, problem, state, children }: FrameProps) {
  const text = useExploreTexts();
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
      <Panel label={text(search.kpi === undefined ? 'result' : 'kpiResult')} state={state} skeleton="block">
        {children}
      </Panel>
    </div>
  );
}

function Flows(props: Props) {
  const { api, search, change } = props;
  const { customerId: customer } = api;
  const words = useRowWords();
  const language = useLanguage();
  const { data, state, problem } = useFlows(props);
  const { text, locale } = words;
  const result = useMemo(
    () => (data === undefined ? undefined : shownFlows(data, { text, locale }, { language, customer })),
    [data, text, locale, language, customer],
  );
  return (
    <ExploreFrame {...props} state={state} problem={problem}>
      {data !== undefined && result !== undefined && (
        <>
          <ExploreChart result={result} flows={data} search={search} change={change} />
          <SourceNote result={data} />
          <ExploreRows
            result={result}
            onNarrow={(by) => change({ filter: narrowed(search.filter ?? '', by) })}
          />
        </>
      )}
    </ExploreFrame>
  );
}

function KpiValues(props: Props) {
  const { api, search, change } = props;
  const { result, state } = useKpiResult(api.customerId, search);
  return (
    <ExploreFrame {...props} state={state}>
      {result !== undefined && (
        <>
          <ExploreChart result={result} search={search} change={change} />
          <ExploreRows
            result={result}
            onNarrow={(by) => change({ filter: narrowed(search.filter ?? '', by) })}
          />
        </>
      )}
    </ExploreFrame>
  );
}

/** Flows or a KPI by dimensions: the filter, what is requested, and the result as chart and table. */
export function ExploreView(props: Props) {
  return props.search.kpi === undefined ? <Flows {...props} /> : <KpiValues {...props} />;
}
