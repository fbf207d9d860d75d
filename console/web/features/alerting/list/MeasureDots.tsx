import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { isOutlier, countOutliers } from './alarm-value.ts';
import { useAlertingTexts } from '../texts/en.ts';

type Props = Pick<AlarmRow, 'recent' | 'operator' | 'threshold' | 'measures'>;

const dotOf = (value: number | null, outlier: boolean): 'none' | 'outlier' | 'normal' => {
  if (value === null) return 'none';
  return outlier ? 'outlier' : 'normal';
};

/** The last measures, oldest left: a filled bar is an outlier, a hollow dot is not, a dash is missing. */
export function MeasureDots({ recent, operator, threshold, measures }: Props) {
  const text = useAlertingTexts();
  const outliers = countOutliers({ recent, operator, threshold });
  return (
    <span className="tt-dots" role="img" aria-label={text('outliersOf', { outliers, measures })}>
      <span className="tt-dots-count" aria-hidden="true">{`${String(outliers)}/${String(measures)}`}</span>
      <span className="tt-dots-row" aria-hidden="true">
        {recent.map((value, index) => (
          <span
            key={String(index)}
            className="tt-dot"
            data-is={dotOf(value, isOutlier(value, operator, threshold))}
          />
        ))}
      </span>
    </span>
  );
}
