import { useMemo, type Ref } from 'react';
import { IconFocusCentered, IconLink, IconLinkOff, IconMinus, IconPlus } from '@tabler/icons-react';
import type { AlertSnapshot } from '#schemas/alerting/routes.ts';
import { ElementLink } from '#web/kernel/element/ElementLink.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { SiteMap, type SiteMapHandle } from '#web/ui/site-map/SiteMap.tsx';
import { defaultView, type MapBounds, type MapStart, type MapView } from '#web/ui/site-map/site-point.ts';
import { useMonitoring } from '#web/kernel/monitoring/use-monitoring.ts';
import { useReasonText } from '#web/kernel/monitoring/use-reason-text.ts';
import { silencedSites } from '../silences/silence-periods.ts';
import { useSilencesAt } from '../silences/use-silence-periods.ts';
import { countArea } from '../list/alert-rows.ts';
import { sitePoints } from './site-points.ts';
import { useAlertingTexts } from '../texts/en.ts';
import { useAlertingPartTexts } from '../parts/texts/en.ts';

interface Props {
  readonly customerId: number;
  /** Past time that is shown, seconds since 1970. */
  readonly at: number | undefined;
  readonly data: AlertSnapshot;
  /** Sites in the visible area; undefined until it is drawn. */
  readonly area: ReadonlySet<number> | undefined;
  readonly chosen: readonly number[];
  readonly view: readonly number[] | undefined;
  readonly onArea: (bounds: MapBounds) => void;
  readonly onView: (view: MapView) => void;
  readonly onPick: (site: number) => void;
  readonly onHide: () => void;
  readonly map: Ref<SiteMapHandle>;
  readonly onFit: () => void;
  readonly onZoom: (steps: number) => void;
  /** Whether the table is limited to the sites in view. */
  readonly linked: boolean;
  readonly onLink: () => void;
}

function startView(view: readonly number[] | undefined, bounds: AlertSnapshot['bounds']): MapStart {
  const [longitude, latitude, zoom] = view ?? [];
  if (longitude !== undefined && latitude !== undefined && zoom !== undefined)
    return { center: [longitude, latitude], zoom };
  return bounds === null ? defaultView : { bounds };
}

const none: ReadonlyMap<number, string> = new Map();

/** The sites that are not monitored now, with the reason. What was at a past time is not known. */
function useUnmonitoredSites(customerId: number, at: number | undefined): ReadonlyMap<number, string> {
  const { data } = useMonitoring(customerId);
  const reasonText = useReasonText();
  return useMemo(
    () =>
      data === undefined || at !== undefined
        ? none
        : new Map(data.sites.map(({ site, ...unmonitored }) => [site, reasonText(unmonitored)])),
    [data, at, reasonText],
  );
}

/** How many alarms and sites in alarm are in view. */
function AreaCounts({ data, area }: Pick<Props, 'data' | 'area'>) {
  const partText = useAlertingPartTexts();
  const language = useLanguage();
  const counts = countArea(data, area);
  // All of them are counted above the table.
  if (counts.alarms === data.alarms.length) return null;
  const count = (name: 'onArea' | 'sitesOnArea', value: number): string =>
    `${formatNumber(value, language)} ${partText(name, { count: value })}`;
  return (
    <p className="tt-map-counts">
      {count('onArea', counts.alarms)} · {count('sitesOnArea', counts.sites)}
    </p>
  );
}

/** Names that are shown of chosen sites. */
const MOST_CHOSEN = 3;

/** The pages of the chosen sites: a click on a site chooses it. */
function ChosenSites({ customerId, data, chosen }: Pick<Props, 'customerId' | 'data' | 'chosen'>) {
  const partText = useAlertingPartTexts();
  const ids = new Set(chosen);
  const sites = data.sites.filter(({ site }) => ids.has(site));
  if (sites.length === 0) return null;
  return (
    <ul className="tt-map-chosen" aria-label={partText('chosenSites')}>
      {sites.slice(0, MOST_CHOSEN).map(({ site, name }) => (
        <li key={site}>
          <ElementLink kind="site" id={site} customer={customerId}>
            {name}
          </ElementLink>
        </li>
      ))}
      {sites.length > MOST_CHOSEN && <li>+{String(sites.length - MOST_CHOSEN)}</li>}
    </ul>
  );
}

/** Sites and their worst running severity. Grey is what is not monitored. Loaded on demand, with the map library. */
export function AlertMap(props: Props) {
  const {
    customerId,
    at,
    data,
    area,
    chosen,
    view,
    onArea,
    onView,
    onPick,
    onHide,
    map,
    onFit,
    onZoom,
    linked,
    onLink,
  } = props;
  const text = useAlertingTexts();
  const partText = useAlertingPartTexts();
  const active = useSilencesAt(customerId, at);
  const { sites, alarms } = data;
  const unmonitored = useUnmonitoredSites(customerId, at);
  const points = useMemo(
    () =>
      sitePoints(sites, {
        note: (count) => partText('siteAlarms', { count }),
        silenced: silencedSites(active, { sites, alarms }),
        silencedNote: text('silenced'),
        unmonitored,
      }),
    [sites, alarms, active, unmonitored, text, partText],
  );
  const marked = useMemo(() => new Set(chosen), [chosen]);
  return (
    <div className="tt-alert-map">
      <SiteMap
        ref={map}
        label={text('map')}
        points={points}
        chosen={marked}
        view={startView(view, data.bounds)}
        onArea={onArea}
        onView={onView}
        onPick={onPick}
        onHide={onHide}
      />
      <AreaCounts data={data} area={area} />
      <ChosenSites customerId={customerId} data={data} chosen={chosen} />
      <div className="tt-map-tools">
        <IconButton
          label={partText('linkMap')}
          pressed={linked}
          icon={linked ? <IconLink size={16} /> : <IconLinkOff size={16} />}
          onClick={onLink}
        />
        <IconButton label={partText('fit')} icon={<IconFocusCentered size={16} />} onClick={onFit} />
        <IconButton label={partText('zoomIn')} icon={<IconPlus size={16} />} onClick={() => onZoom(1)} />
        <IconButton label={partText('zoomOut')} icon={<IconMinus size={16} />} onClick={() => onZoom(-1)} />
      </div>
    </div>
  );
}
