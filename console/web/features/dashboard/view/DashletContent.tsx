import { Component, Suspense, useMemo } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import type { DashletProps } from '../dashlet-props.ts';
import { dashletViews } from '../dashlets/dashlet-views.ts';
import { useCutNote } from '../dashlets/use-chart-texts.ts';
import { useDashboardTexts } from '../use-dashboard-texts.ts';
import { drawnRows } from './chart-rows.ts';

/** A dashlet that fails while it draws does not take the page with it. */
class Guard extends Component<
  { readonly children: ReactNode; readonly fallback: ReactNode },
  { readonly isBroken: boolean }
> {
  override readonly state = { isBroken: false };

  static getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.fallback : this.props.children;
  }
}

type ContentProps = { readonly dashlet: Dashlet } & Omit<DashletProps<Dashlet['type']>, 'settings' | 'id'>;

const NOTE_PX = 22;

/** The values of a dashlet; the code of its type loads with the first one. */
export function DashletContent({ dashlet, ...props }: ContentProps) {
  const text = useDashboardTexts();
  const cutNote = useCutNote();
  const { type, settings, id } = dashlet;
  const { result: all, size } = props;
  const result = useMemo(() => drawnRows(type, all), [type, all]);
  // A table says so itself.
  const cut =
    type === 'table' || result === undefined ? undefined : cutNote(result.rows.length, result.rowCount);
  // The settings are those of the type.
  const View = dashletViews[type] as ComponentType<DashletProps<Dashlet['type']>>;
  const room = cut === undefined ? size : { ...size, height: Math.max(0, size.height - NOTE_PX) };
  const view = (
    <Suspense>
      <View {...props} {...{ id, settings, result }} size={room} />
    </Suspense>
  );
  return (
    <Guard
      key={JSON.stringify(settings)}
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
