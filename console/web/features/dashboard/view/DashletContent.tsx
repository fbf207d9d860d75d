import { Component, Suspense, useMemo, type ReactNode } from 'react';
import { isOfDates } from '#schemas/dashboard/dashlet-parts.ts';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import type { DashletProps } from '../dashlet-props.ts';
import { dashletViews } from '../dashlets/dashlet-views.ts';
import type { LoadableView } from '../dashlets/loadable-view.ts';
import { useCutNote } from '../dashlets/use-chart-words.ts';
import { useChartTexts } from '../dashlets/texts/en.ts';
import { useDashboardTexts } from '../texts/en.ts';
import { drawnRows } from './chart-rows.ts';

interface GuardProps {
  readonly children: ReactNode;
  readonly fallback: ReactNode;
  /** What is drawn: other settings are tried again. */
  readonly drawn: string;
}

/** A dashlet that fails while it draws does not take the page with it. */
class Guard extends Component<GuardProps, { readonly isBroken: boolean; readonly drawn: string }> {
  override readonly state = { isBroken: false, drawn: this.props.drawn };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  static getDerivedStateFromProps({ drawn }: GuardProps, last: { readonly drawn: string }) {
    return drawn === last.drawn ? null : { isBroken: false, drawn };
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.fallback : this.props.children;
  }
}

type ContentProps = { readonly dashlet: Dashlet } & Omit<DashletProps<Dashlet['type']>, 'settings' | 'id'>;

/** Types that delay their requests until typing has ended: with each change of their settings they stay as they are. */
const settling: ReadonlySet<Dashlet['type']> = new Set(['iframe', 'sdwan']);

const NOTE_PX = 22;

/** Whether a dashlet draws the times of extremes, which have no scale; a table and a number say them in words. */
function drawsDates({ type, settings }: Dashlet): boolean {
  if (type === 'table' || (type === 'gauge' && settings.shape === 'number')) return false;
  return 'series' in settings && settings.series.some(isOfDates);
}

/** The values of a dashlet; the code of its type loads with the first one. */
export function DashletContent({ dashlet, ...props }: ContentProps) {
  const text = useDashboardTexts();
  const chartText = useChartTexts();
  const cutNote = useCutNote();
  const { type, settings, id } = dashlet;
  const { result: all, size } = props;
  const result = useMemo(() => drawnRows(type, all), [type, all]);
  // A table says so itself.
  const cut =
    type === 'table' || result === undefined ? undefined : cutNote(result.rows.length, result.rowCount);
  if (drawsDates(dashlet)) return <p className="tt-dashlet-note">{chartText('datesInChart')}</p>;
  // The settings are those of the type.
  const { View } = dashletViews[type] as LoadableView<DashletProps<Dashlet['type']>>;
  const room = cut === undefined ? size : { ...size, height: Math.max(0, size.height - NOTE_PX) };
  const drawn = JSON.stringify(settings);
  const view = (
    <Suspense>
      <View {...props} id={id} settings={settings} result={result} size={room} />
    </Suspense>
  );
  return (
    <Guard
      key={settling.has(type) ? type : drawn}
      drawn={drawn}
      fallback={
        <p className="tt-dashlet-note" role="alert">
          {text('broken')}
        </p>
      }
    >
      {cut === undefined ? (
        view
      ) : (
        <div className="tt-dashlet-cut">
          <div>{view}</div>
          <p className="tt-muted tt-dashlet-more">{cut}</p>
        </div>
      )}
    </Guard>
  );
}
