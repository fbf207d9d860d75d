import { useEffect, useEffectEvent, useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MAX_ELEMENTS, type ListedElement } from '#schemas/data/element-routes.ts';
import { siteProperties } from '#schemas/dashboard/dashlets/sites.ts';
import { siteDashlet } from '#schemas/limit/dashlet.ts';
import { displayToken } from '#web/kernel/api/display-token.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { kpiColumn } from '#web/kernel/kpi/kpi-value.ts';
import { permissionName } from '#web/kernel/permission/permission-name.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { watchWindows } from '#web/kernel/socket/watch-windows.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { useUiTexts } from '#web/ui/texts/en.ts';
import type { DashletProps } from '../../dashlet-props.ts';
import { requestElements, useSourceDocument } from '../../data/request-data.ts';
import { readAgain, useOwnValues } from '../../data/own-values.ts';
import { useReach } from '../../drill/use-reach.ts';
import { useAlarmListTexts } from '../alarms/texts/en.ts';
import { useAlarmRefusal, useContextAlarms } from '../alarms/use-context-alarms.ts';
import { limitedLines, levelStarts } from '../shared/limited-lines.ts';
import { lastOf, seriesNames, type ChartWords } from '../shared/chart-lines.ts';
import { lineFormat } from '../shared/line-formats.ts';
import { useChartWords } from '../use-chart-words.ts';
import type { CellLink } from './SiteCells.tsx';
import { judgeByAlarms, judgeByValue, siteStates, sizesOf, type SiteState } from './site-states.ts';
import { useSiteTexts } from './texts/en.ts';

export type SiteProps = DashletProps<'sites' | 'map'>;

/** The sites that the filters leave, as far as a dashlet reads them. */
function useSites({ settings: { filters }, chosen, customerId }: SiteProps) {
  const document = useSourceDocument();
  const query = useQuery({
    ...namedQuery('elements', ['site-states', customerId, document, filters, chosen], async (signal) => {
      const sites: ListedElement[] = [];
      let count = 0;
      do {
        const page = await requestElements(
          { customerId, document },
          {
            element: 'site',
            filters: [...chosen, ...filters],
            properties: [...siteProperties],
            from: sites.length,
            count: MAX_ELEMENTS,
          },
          signal,
        );
        ({ count } = page);
        sites.push(...page.elements);
        if (page.elements.length === 0) break;
      } while (sites.length < Math.min(count, siteDashlet.maxSites));
      return { count, sites };
    }),
    placeholderData: keepPreviousData,
  });
  const again = useEffectEvent(() => void query.refetch({ cancelRefetch: false }));
  // With the values around it: sites are added and deleted while a page is open.
  useEffect(
    () =>
      watchWindows(customerId, {
        closed: ({ granularity }) => granularity === '1h' && again(),
        missed: again,
      }),
    [customerId],
  );
  return query;
}

/** The alarms by which sites are judged; not read where a value judges them, or where the reader may not see them. */
function useSiteAlarms({ settings: { by, filters }, chosen, customerId }: SiteProps) {
  const refusal = useAlarmRefusal();
  const isRead = by === 'alarms' && refusal === undefined;
  const body = {
    filters: [...chosen, ...filters],
    severities: [],
    onlyUnhandled: false,
    count: 1,
    bySite: true,
  };
  return {
    refusal: by === 'alarms' ? refusal : undefined,
    query: useContextAlarms(customerId, body, isRead),
  };
}

interface Read {
  readonly sites: ReturnType<typeof useSites>;
  readonly alarms: ReturnType<typeof useSiteAlarms>;
}

function usePanelState({ settings: { by } }: SiteProps, { sites, alarms }: Read): PanelState {
  const text = useSiteTexts();
  const alarmText = useAlarmListTexts();
  const language = useLanguage();
  if (alarms.refusal === 'no-right')
    return { is: 'forbidden', permission: permissionName('ALERT.read', language) };
  if (alarms.refusal === 'not-offered') return { is: 'empty', title: alarmText('notOffered') };
  const ofSites = panelStateOf(sites, language);
  if (ofSites.is !== 'ready' && ofSites.is !== 'stale') return ofSites;
  if (sites.data?.count === 0) return { is: 'empty', title: text('noSite') };
  return by === 'alarms' ? panelStateOf(alarms.query, language, 'ALERT.read') : ofSites;
}

/** What a reader has to know to read the colours. */
function useNotes({ settings: { by, thresholds } }: SiteProps, { alarms }: Read): readonly string[] {
  const text = useSiteTexts();
  if (by === 'value') return thresholds.length === 0 ? [text('noThresholds')] : [];
  const { watch = 'watched' } = alarms.query.data ?? {};
  if (watch === 'watched') return [];
  return [text(watch === 'undecided' ? 'undecided' : 'unwatched')];
}

interface SiteFormats {
  /** A value of a series, by its place in the settings; empty: there are none yet. */
  readonly format: (value: number | null, series?: number) => string;
  /** A value of the size by itself, as in a legend. */
  readonly formatSize: (value: number) => string;
}

function useSiteFormats(
  { settings: { series, thresholds }, result }: SiteProps,
  words: ChartWords,
): SiteFormats {
  return useMemo(() => {
    const lines = limitedLines(result, { series, words, limits: [] });
    // Thresholds are those of the value that colours a site.
    const limited = lines.map((line) =>
      line.series === 0 ? { ...line, limits: levelStarts(thresholds) } : line,
    );
    const formats = lineFormat(limited, ({ values }) => [lastOf(values)], words.language);
    const lineAt = (place: number) =>
      limited.find((each) => each.series === (place < 0 ? series.length + place : place));
    return {
      format(value, place = 0) {
        const line = lineAt(place);
        return line === undefined ? '' : formats(line, value);
      },
      formatSize(value) {
        const line = lineAt(-1);
        return line === undefined ? '' : kpiColumn([value], line, words.language)(value);
      },
    };
  }, [result, series, words, thresholds]);
}

/** The sites of a dashlet with their states, the worst first, and what they say in words. */
export function useSiteStates(props: SiteProps) {
  const { settings, result, id } = props;
  const { by, thresholds, series } = settings;
  const words = useChartWords();
  const text = useSiteTexts();
  const uiText = useUiTexts();
  const read: Read = { sites: useSites(props), alarms: useSiteAlarms(props) };
  const state = usePanelState(props, read);
  const notes = useNotes(props, read);
  const listed = read.sites.data?.sites;
  const found = read.alarms.query.data;
  const isSized = 'size' in settings && settings.size === 'value';
  const sizeOf = useMemo(
    () => (isSized && result !== undefined ? sizesOf(result) : undefined),
    [isSized, result],
  );
  const sites = useMemo((): readonly SiteState[] => {
    if (listed === undefined) return [];
    if (by === 'alarms')
      return found === undefined ? [] : siteStates(listed, { judge: judgeByAlarms(found), sizeOf });
    if (result === undefined) return [];
    return siteStates(listed, { judge: judgeByValue(result, thresholds), thresholds, sizeOf });
  }, [listed, by, found, result, thresholds, sizeOf]);
  const { format, formatSize } = useSiteFormats(props, words);
  const sizeName = isSized ? (seriesNames(series, words, result?.series).at(-1) ?? '') : undefined;
  /** After the name of a site; empty: there is nothing to say. */
  const valueOf = ({ value, alarms, sized }: SiteState): string => {
    const judged = by === 'value' ? format(value) : alarms === 0 ? '' : text('alarms', { count: alarms });
    // One KPI may be both, and is said once.
    const isOfOwn = sizeName !== undefined && (by === 'alarms' || series.length > 1);
    const ofSize = isOfOwn ? text('valueOf', { name: sizeName, value: format(sized, -1) }) : '';
    return [judged, ofSize].filter((part) => part !== '').join(' · ');
  };
  useOwnValues(by === 'alarms' ? id : undefined, async () => {
    const judge = judgeByAlarms(await readAgain(read.alarms.query));
    const all = siteStates((await readAgain(read.sites)).sites, { judge, sizeOf });
    const columns = [text('site'), text('city'), text('state'), text('running'), sizeName ?? []].flat();
    return {
      table: {
        columns: columns.map((name) => ({ is: 'value' as const, name })),
        rows: all.map(({ name, city, status, alarms, sized }) => [
          name,
          city,
          uiText(status),
          alarms,
          ...(sizeName === undefined ? [] : [sized]),
        ]),
      },
    };
  });
  return { state, sites, count: read.sites.data?.count ?? 0, notes, valueOf, formatSize, sizeName };
}

/** Where the sites of a dashlet lead its reader. */
export function useCellLink({ onDrill, customerId }: Pick<SiteProps, 'onDrill' | 'customerId'>): CellLink {
  const { seesNetwork } = useReach();
  if (onDrill === undefined || displayToken() !== undefined) return undefined;
  return seesNetwork ? { to: 'page', customer: customerId } : { to: 'choice', onDrill };
}
