import type { ReactNode } from 'react';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ChangeDepth } from '#schemas/explore/changed/choices.ts';
import { contributionOf } from '#schemas/explore/changed/ranking.ts';
import {
  readChangeOfAlarm,
  readWhatChanged,
  type ChangeReply,
} from '#schemas/explore/changed/what-changed.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { call } from '#web/kernel/api/call.ts';
import { ExploreLink } from '#web/kernel/explore/ExploreLink.tsx';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { formatMinutes, formatNumber } from '#web/lib/format.ts';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { ChangeChart } from './ChangeChart.tsx';
import { changeSentence } from './change-sentence.ts';
import { ChangedToolbar } from './ChangedToolbar.tsx';
import { mostOf } from './change-line.ts';
import { useChangedSearch, type ChangedAddress } from './changed-search.ts';
import { DimensionTable } from './DimensionTable.tsx';
import { FindingItem } from './FindingItem.tsx';
import { exploredBy, flowsOfFinding } from './flows-of-finding.ts';
import { useChangedTexts } from './texts/en.ts';
import { useChangeWords } from './use-change-words.ts';
import './changed.css';

interface ShownChange {
  readonly customerId: number;
  readonly reply: ChangeReply;
}

interface OfCustomer {
  readonly customerId: number;
  readonly search: ChangedAddress;
}

interface RequestedChange extends OfCustomer {
  readonly depth: ChangeDepth;
}

/** The run of an alarm sets the period; an address without one has it. */
function readChange(
  { customerId, search, depth }: RequestedChange,
  signal: AbortSignal,
): Promise<ChangeReply> {
  const { alarm, element, since, from, to, way, filter = '', baseline, measure } = search;
  if (alarm !== undefined && element !== undefined && from === undefined) {
    const params = { customerId, alarm, element };
    return call(readChangeOfAlarm, { params, body: { since, baseline, measure, depth }, signal });
  }
  const period = { from: from ?? 0, to: to ?? 0 };
  const body = { period, element, way, filter, baseline, measure, depth };
  return call(readWhatChanged, { params: { customerId }, body, signal });
}

const changeQuery = (request: RequestedChange) =>
  namedQuery('what-changed', [request.customerId, request.search, request.depth], (signal) =>
    readChange(request, signal),
  );

/** What is compared at once, then over single flows where these take longer. */
function useChange(of: OfCustomer) {
  const text = useChangedTexts();
  const language = useLanguage();
  const query = useQuery({ ...changeQuery({ ...of, depth: 'quick' }), placeholderData: keepPreviousData });
  const isQuick = query.data?.reason === 'quick' && !query.isPlaceholderData;
  const full = useQuery({ ...changeQuery({ ...of, depth: 'full' }), enabled: isQuick });
  const data = isQuick && full.data !== undefined ? full.data : query.data;
  const state = (): PanelState => {
    if (data === undefined || query.isError) return panelStateOf(query, language);
    if (query.isPlaceholderData) return { is: 'loading-over' };
    if (data.total.now === 0 && data.total.before === 0)
      return { is: 'empty', title: text('empty'), hint: text('emptyHint') };
    return { is: 'ready' };
  };
  return { data, state: state(), full };
}

/** What was read: which periods, from which rows, and why. */
function Basis({ reply, children }: { readonly reply: ChangeReply; readonly children: ReactNode }) {
  const text = useChangedTexts();
  const language = useLanguage();
  const { baseline, source, reason } = reply;
  const ranges = baseline
    .filter(({ counts }) => counts)
    .map(({ from, to }) => formatMinutes(from * 1_000, to * 1_000, language));
  const leftOut = baseline.length > 1 ? baseline.length - ranges.length : 0;
  return (
    <p className="tt-muted">
      {[
        ...(ranges.length === 0 ? [] : [`${text('comparedWith', { ranges: ranges.join(' · ') })}.`]),
        ...(leftOut === 0 ? [] : [text('weeksLeftOut', { count: leftOut })]),
        `${text(`source-${source}`)}${reason === null ? '' : text(`reason-${reason}`)}`,
      ].join(' ')}{' '}
      {children}
    </p>
  );
}

function Total({ customerId, reply }: ShownChange) {
  const text = useChangedTexts();
  const words = useChangeWords();
  const { measure, series, total } = reply;
  const rates = { now: words.rate(total.now, measure), before: words.rate(total.before, measure) };
  return (
    <div className="tt-change-total">
      <div className="tt-change-figures">
        <strong>{text('total')}</strong>
        <strong>{words.difference(contributionOf(total), measure)}</strong>
        <span className="tt-muted">{text('rates', rates)}</span>
        <span className="tt-change-key" data-of="now">
          {text('legendNow')}
        </span>
        <span className="tt-change-key" data-of="before">
          {text('legendBefore')}
        </span>
        <ExploreLink
          customer={customerId}
          filter={flowsOfFinding({ filter: '' }, reply)}
          period={reply.period}
          by={exploredBy(reply)}
        />
      </div>
      <ChangeChart
        tall
        series={series}
        label={text('chart', { what: text('total'), ...rates })}
        most={text('most', { rate: words.rate(mostOf(series), measure) })}
      />
    </div>
  );
}

interface SingleFlowsProps {
  readonly flows: number | null;
  readonly full: UseQueryResult<ChangeReply>;
}

/** That single flows are still compared, or why they were not. */
function SingleFlows({ flows, full }: SingleFlowsProps) {
  const text = useChangedTexts();
  const language = useLanguage();
  if (full.isFetching)
    return <span role="status">{text('compareSingle', { flows: formatNumber(flows ?? 0, language) })}</span>;
  if (!full.isError) return null;
  return <span role="status">{text('singleFailed', { problem: sentenceOf(full.error, language) })}</span>;
}

function Changes({ customerId, reply, full }: ShownChange & Pick<SingleFlowsProps, 'full'>) {
  const text = useChangedTexts();
  const words = useChangeWords();
  const { findings } = reply;
  return (
    <>
      <p className="tt-change-headline">{changeSentence(reply, { text, words })}</p>
      <Basis reply={reply}>
        <SingleFlows flows={reply.flows} full={full} />
      </Basis>
      <Total customerId={customerId} reply={reply} />
      <section aria-label={text('findings')}>
        <h2>{text('findings')}</h2>
        {findings.length === 0 && <p>{text('noFindings')}</p>}
        <ol className="tt-change-findings">
          {findings.map((finding) => (
            <FindingItem
              key={`${finding.dimension} ${finding.values.join(' ')}`}
              customerId={customerId}
              finding={finding}
              reply={reply}
            />
          ))}
        </ol>
      </section>
      <DimensionTable customerId={customerId} reply={reply} />
    </>
  );
}

function ChangeOfCustomer({ customerId, search }: OfCustomer) {
  const text = useChangedTexts();
  const { data, state, full } = useChange({ customerId, search });
  return (
    <div className="tt-page tt-changed">
      <PageHeader title={text('title')} />
      <ChangedToolbar reply={data} />
      <Panel label={text('title')} state={state} skeleton="block">
        {data !== undefined && <Changes customerId={customerId} reply={data} full={full} />}
      </Panel>
    </div>
  );
}

/** What changed in the traffic of a period: what the address names, ranked over all dimensions of flows. */
export function ChangedPage() {
  const { search } = useChangedSearch();
  return search.customer === undefined ? null : (
    <ChangeOfCustomer customerId={search.customer} search={search} />
  );
}
