import { useLanguage } from '#web/lib/text.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useAlertingTexts } from '../texts/en.ts';

const BAR_PX = 4;
const HEIGHT_PX = 18;

/** Alarms raised per hour, as bars. An hour without alarms is a line. */
export function Sparkline({ raised }: { readonly raised: readonly number[] }) {
  const text = useAlertingTexts();
  const language = useLanguage();
  const most = Math.max(1, ...raised);
  const count = raised.reduce((sum, each) => sum + each, 0);
  const label = text('lastDayOf', { count, most: formatNumber(Math.max(0, ...raised), language) });
  return (
    <svg
      className="tt-sparkline"
      role="img"
      aria-label={label}
      width={raised.length * BAR_PX}
      height={HEIGHT_PX}
    >
      <title>{label}</title>
      {raised.map((each, hour) => {
        const height = each === 0 ? 1 : Math.max(2, (each / most) * HEIGHT_PX);
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- the hours have no other identity
            key={hour}
            data-empty={each === 0}
            x={hour * BAR_PX}
            y={HEIGHT_PX - height}
            width={BAR_PX - 1}
            height={height}
          />
        );
      })}
    </svg>
  );
}
