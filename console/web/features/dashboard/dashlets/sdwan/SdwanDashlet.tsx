import type { DashletProps } from '../../dashlet-props.ts';
import { useChartTexts } from '../use-chart-texts.ts';

/** An answer of the API of an SD-WAN manager: there is none as long as no manager is configured. */
export function SdwanDashlet({ settings }: Pick<DashletProps<'sdwan'>, 'settings'>) {
  const text = useChartTexts();
  return (
    <div className="tt-dashlet-note">
      <p>{text('noManager')}</p>
      <p className="tt-muted tt-mono tt-ellipsis">{settings.endpoint}</p>
    </div>
  );
}
