import { chartPath, type ChartPoint } from './chart-path.ts';
import { useHealthTexts } from './texts/en.ts';

const SIZE = { width: 280, height: 36 };

interface Props {
  readonly name: string;
  readonly points: readonly ChartPoint[];
  readonly format: (value: number) => string;
}

/** A figure over time as a small line with its name, and its least, greatest and newest value. */
export function FigureChart({ name, points, format }: Props) {
  const text = useHealthTexts();
  const values = points.map(({ value }) => value);
  const [least, most] = [format(Math.min(...values)), format(Math.max(...values))];
  const last = format(values.at(-1) ?? 0);
  return (
    <figure className="tt-health-chart">
      <figcaption>
        <span>{name}</span>
        <span>{last}</span>
      </figcaption>
      <svg
        viewBox={`0 -2 ${String(SIZE.width)} ${String(SIZE.height + 4)}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text('chartOf', { name, least, most, last })}
      >
        <path d={chartPath(points, SIZE)} />
      </svg>
    </figure>
  );
}
