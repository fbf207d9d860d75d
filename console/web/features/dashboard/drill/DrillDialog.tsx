import { IconMessagePlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { createAnnotation } from '#schemas/annotation/routes.ts';
import type { AnnotationStart } from '#web/kernel/annotation/annotation-place.ts';
import { useAnnotationTexts } from '#web/kernel/annotation/texts/en.ts';
import { useMissingPermission } from '#web/kernel/permission/use-permission.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { placesOfKeys } from '../dashlets/timeline/annotation-places.ts';
import { ChangedLink } from '#web/kernel/explore/ChangedLink.tsx';
import { ExploreLink, useExplorer } from '#web/kernel/explore/ExploreLink.tsx';
import { RealtimeButton } from '#web/kernel/realtime/RealtimeButton.tsx';
import { labelled } from '#web/lib/labelled.ts';
import { formatMinute } from '#web/lib/format.ts';
import { Dialog, DialogStack } from '#web/ui/dialog/Dialog.tsx';
import { useChartWords } from '../dashlets/use-chart-words.ts';
import { elementKindNames } from '#web/kernel/kpi/element-kind-names.ts';
import {
  drillPlaces,
  elementAddress,
  selectedSites,
  type AlertPlace,
  type DrillPlace,
  type DrillTarget,
} from './drill-links.ts';
import { exploreFilter } from '#web/kernel/explore/row-filter.ts';
import { useReach } from './use-reach.ts';
import { useDrillTexts } from './texts/en.ts';
import './drill.css';

interface Props {
  readonly target: DrillTarget;
  readonly customerId: number;
  readonly request: DataRequestInput | undefined;
  /** That of the page, seconds since 1970. */
  readonly period: { readonly from: number; readonly to: number };
  /** Opens the form of a new annotation. */
  readonly onAnnotate: (start: AnnotationStart) => void;
  readonly onClose: () => void;
}

interface PlaceProps {
  readonly heading: string;
  readonly name: string;
  readonly place: Pick<DrillPlace, 'alerts' | 'element'>;
  readonly customer: number;
  readonly period: Props['period'];
}

function AlertLinks({
  alerts,
  customer,
  period,
}: Pick<PlaceProps, 'customer' | 'period'> & { readonly alerts: AlertPlace }) {
  const text = useDrillTexts();
  return (
    <>
      <li>
        <Link to="/alert" search={{ customer, ...alerts }}>
          {text('running')}
        </Link>
      </li>
      <li>
        <Link to="/alert" search={{ customer, ...alerts, events: 'custom', ...period }}>
          {text('events')}
        </Link>
      </li>
    </>
  );
}

function Place({ heading, name, place: { alerts, element }, customer, period }: PlaceProps) {
  const text = useDrillTexts();
  const { seesAlarms, seesNetwork } = useReach();
  return (
    <section className="tt-drill-place">
      <h3>{heading}</h3>
      <ul>
        {seesNetwork && element !== undefined && (
          <li>
            <Link
              to="/inventory/$kind/$element"
              params={{ kind: element.kind, element: elementAddress(element) }}
              search={{ customer, ...period }}
            >
              {text('inventory')}
            </Link>
          </li>
        )}
        {seesAlarms && <AlertLinks alerts={alerts} customer={customer} period={period} />}
      </ul>
      {element !== undefined && <RealtimeButton element={{ ...element, customer, name }} layer="realtime" />}
    </section>
  );
}

interface FlowLinksProps extends Pick<PlaceProps, 'customer' | 'period'> {
  /** Undefined: flows do not have what was chosen. */
  readonly filter: string | undefined;
}

function FlowLinks({ customer, filter, period }: FlowLinksProps) {
  if (!useExplorer() || filter === undefined) return null;
  return (
    <ul className="tt-drill-links">
      <li>
        <ExploreLink
          customer={customer}
          filter={filter}
          period={period}
          by={['application', 'remote-site']}
        />
      </li>
      <li>
        <ChangedLink customer={customer} filter={filter} period={period} />
      </li>
    </ul>
  );
}

/** Adds an annotation at the time of a point; nothing for what has no time, and for users who may not. */
function Annotate({ target: { period, key }, onAnnotate }: Pick<Props, 'target' | 'onAnnotate'>) {
  const text = useAnnotationTexts();
  const isMissing = useMissingPermission(createAnnotation) !== undefined;
  if (isMissing || period === undefined) return null;
  const start = { from: period.from, to: null, places: placesOfKeys([key]) };
  return (
    <Button icon={<IconMessagePlus size={15} />} onClick={() => onAnnotate(start)}>
      {text('add')}
    </Button>
  );
}

/** Where a row, slice, bar or point leads: alarms and inventory, with period and selection. */
export function DrillDialog({ target, customerId: customer, request, period: page, ...actions }: Props) {
  const { onAnnotate, onClose } = actions;
  const text = useDrillTexts();
  const words = useChartWords();
  const { kpis, language } = words;
  const { seesAlarms, seesNetwork } = useReach();
  const period = target.period ?? page;
  const sites = selectedSites(request ?? {});
  const isOfFlows = request?.series.some(({ kpi }) => kpis.get(kpi)?.scopes.includes('flow')) ?? false;
  const places = drillPlaces(target, { sites, isOfFlows });
  const seesFlows = useExplorer();
  const filter = exploreFilter(target, { sites, isOfFlows });
  const at = (seconds: number): string => formatMinute(seconds * 1_000, language);
  return (
    <DialogStack>
      <Dialog open title={text('title', { name: target.name })} width={420} layer="drill" onClose={onClose}>
        <p className="tt-muted">{text('period', { from: at(period.from), to: at(period.to) })}</p>
        {!seesAlarms && !seesNetwork && !seesFlows && <p>{text('nowhere')}</p>}
        {places.map((place) => (
          <Place
            key={`${place.attribute} ${place.name}`}
            heading={labelled(
              elementKindNames[place.attribute][language],
              place.isDeleted ? words.deleted(place.name) : place.name,
              language,
            )}
            name={place.name}
            place={place}
            customer={customer}
            period={period}
          />
        ))}
        <Annotate target={target} onAnnotate={onAnnotate} />
        <FlowLinks customer={customer} filter={filter} period={period} />
        {places.length === 0 && seesAlarms && (
          <Place
            heading={text('all')}
            place={{ alerts: { site: sites, q: undefined }, element: undefined }}
            name={target.name}
            customer={customer}
            period={period}
          />
        )}
      </Dialog>
    </DialogStack>
  );
}
