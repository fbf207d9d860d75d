import { sizeSteps, type MarkerSizes } from './marker-size.ts';
import { useSiteTexts } from './texts/en.ts';

interface Props {
  /** Of the KPI. */
  readonly name: string;
  readonly sizes: MarkerSizes;
  readonly format: (value: number) => string;
}

/** Pixels of a legend: its largest circle and the space around it. */
export const sizeLegendHeight = ({ largest }: MarkerSizes): number => largest + 8;

/** Which values the sizes of markers stand for. */
export function SizeLegend({ name, sizes, format }: Props) {
  const text = useSiteTexts();
  const steps = sizeSteps(sizes);
  if (steps.length === 0) return null;
  return (
    <div className="tt-size-legend" style={{ height: sizeLegendHeight(sizes) }}>
      <span className="tt-ellipsis">{text('sizeIs', { name })}</span>
      <ul aria-label={text('sizesOf', { name })}>
        {steps.map(({ diameter, value, isUpTo }) => (
          <li key={diameter}>
            <svg width={diameter} height={diameter} aria-hidden="true">
              <circle cx={diameter / 2} cy={diameter / 2} r={diameter / 2 - 1} />
            </svg>
            {isUpTo ? text('upTo', { value: format(value) }) : format(value)}
          </li>
        ))}
      </ul>
    </div>
  );
}
