import { Component, Suspense } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import type { DashletProps } from '../dashlet-props.ts';
import { dashletViews } from '../dashlets/dashlet-views.ts';
import { useDashboardTexts } from '../use-dashboard-texts.ts';

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

/** The values of a dashlet; the code of its type loads with the first one. */
export function DashletContent({ dashlet, ...props }: ContentProps) {
  const text = useDashboardTexts();
  // The settings are those of the type.
  const View = dashletViews[dashlet.type] as ComponentType<DashletProps<Dashlet['type']>>;
  return (
    <Guard
      key={JSON.stringify(dashlet.settings)}
      fallback={
        <p className="tt-dashlet-note" role="alert">
          {text('broken')}
        </p>
      }
    >
      <Suspense>
        <View {...props} id={dashlet.id} settings={dashlet.settings} />
      </Suspense>
    </Guard>
  );
}
