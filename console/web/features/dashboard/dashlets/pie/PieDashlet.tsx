import type { ReactNode } from 'react';
import { columnFormat } from '#schemas/unit/column-format.ts';
import { kpiValue } from '#web/kernel/kpi/kpi-value.ts';
import { labelled } from '#web/lib/labelled.ts';
import type { DashletProps } from '../../dashlet-props.ts';
import { ChartLegend, legendWithin } from '../shared/ChartLegend.tsx';
import { chartLines, lastOf, type ChartLine } from '../shared/chart-lines.ts';
import { colourOf, inkOf } from '../shared/colours.ts';
import { partsOfSum, sectorPath } from '../shared/geometry.ts';
import { lineFormat } from '../shared/line-formats.ts';
import { openOf } from '../../drill/open-of.ts';
import { useChartWords } from '../use-chart-words.ts';
import { useChartTexts } from '../texts/en.ts';
import './pie.css';

const OUTER = 48;
const RING = 30;
/** Slices below this part of a turn have no room for a label. */
const LABEL_FROM = 0.05;
/** Slices that are too thin for lines between them. */
const MANY = 60;

const middle = ({ from, to }: { readonly from: number; readonly to: number }, radius: number) => {
  const angle = Math.PI * (from + to) - Math.PI / 2;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
};

interface SliceProps {
  readonly path: string;
  /** Custom property. */
  readonly colour: string;
  readonly title: string;
  readonly onOpen: (() => void) | undefined;
}

/** A slice; its entry of the legend is the button for the keyboard. */
const Slice = ({ path, colour, title, onOpen }: SliceProps) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- its entry of the legend is its button
  <path className={onOpen && 'tt-drill-slice'} d={path} style={{ fill: `var(${colour})` }} onClick={onOpen}>
    <title>{title}</title>
  </path>
);

interface Part {
  readonly from: number;
  readonly to: number;
}

const nothing: Part = { from: 0, to: 0 };

const Label = ({
  part,
  radius,
  ink,
  children,
}: {
  readonly part: Part;
  readonly radius: number;
  /** Custom property. */
  readonly ink: string;
  readonly children: string;
}) =>
  part.to - part.from < LABEL_FROM ? null : (
    <text {...middle(part, radius)} className="tt-pie-label" style={{ fill: `var(${ink})` }}>
      {children}
    </text>
  );

/** In percent. */
const shareOf = ({ from, to }: Part): number => (to - from) * 100;

/** What a ring is around. */
const Total = ({ children }: { readonly children: string }) => (
  <text className="tt-pie-total" x={0} y={0}>
    {children}
  </text>
);

interface LabelsProps {
  readonly lines: readonly ChartLine[];
  readonly parts: readonly Part[];
  readonly radius: number;
  readonly textOf: (index: number) => string;
}

const Labels = ({ lines, parts, radius, textOf }: LabelsProps) =>
  lines.map(({ id, isOthers }, index) => {
    const part = parts[index] ?? nothing;
    return (
      <Label key={id} part={part} radius={radius} ink={inkOf(index, isOthers)}>
        {textOf(index)}
      </Label>
    );
  });

interface NotedProps {
  readonly values: readonly (number | null)[];
  readonly children: ReactNode;
}

/** A pie, and how many of its values have no share. */
function Noted({ values, children }: NotedProps) {
  const text = useChartTexts();
  const below = values.filter((value) => value !== null && value < 0).length;
  if (below === 0) return children;
  return (
    <div className="tt-dashlet-cut">
      <div>{children}</div>
      <p className="tt-muted tt-dashlet-more">{text('belowZero', { count: below })}</p>
    </div>
  );
}

/** A narrower dashlet has its legend below the pie. */
const RIGHT_FROM_PX = 300;
/** Labels of a smaller pie could not be read. */
const LABELS_FROM_PX = 150;

/** Shares of a whole. */
export function PieDashlet({ settings, title, result, size, onDrill }: DashletProps<'pie'>) {
  const text = useChartTexts();
  const words = useChartWords();
  const lines = result === undefined ? [] : chartLines(result, settings.series, words);
  if (lines.some(({ unit }) => unit !== lines[0]?.unit))
    return <p className="tt-dashlet-note">{text('mixedUnits')}</p>;
  const values = lines.map((line) => lastOf(line.values));
  const parts = partsOfSum(values);
  const total = values.reduce<number>((sum, value) => sum + Math.max(0, value ?? 0), 0);
  const inner = settings.ring ? RING : 0;
  const shareText = columnFormat(parts.map(shareOf), 'percent', words.language);
  const shareAt = (index: number): string => shareText(shareOf(parts[index] ?? nothing));
  const format = lineFormat(lines, (_, index) => [values[index] ?? null], words.language);
  const style = lines[0] ?? { unit: 'scalar' };
  const valueOf = (index: number): string => format(lines[index] ?? style, values[index] ?? null);
  const wordsOf = (index: number): string => `${valueOf(index)} (${shareAt(index)})`;
  const legend = legendWithin(settings.legend, size.width, RIGHT_FROM_PX);
  const isSmall = Math.min(size.width, size.height) < LABELS_FROM_PX;
  const summary = lines.map(({ name }, index) => text('line', { name, value: wordsOf(index) }));
  const pie = (
    <div className="tt-pie" data-legend={legend.place} data-many={lines.length > MANY} data-small={isSmall}>
      <svg
        viewBox="-50 -50 100 100"
        role="img"
        aria-label={text('chart', { title, count: lines.length, lines: summary.join(', ') })}
      >
        {lines.map(({ id, name, isOthers, key }, index) => {
          const part = parts[index] ?? nothing;
          if (part.to <= part.from) return null;
          return (
            <Slice
              key={id}
              path={sectorPath(part, { inner, outer: OUTER })}
              colour={colourOf(index, isOthers)}
              title={labelled(name, wordsOf(index), words.language)}
              onOpen={openOf(onDrill, { name, key })}
            />
          );
        })}
        {settings.labels !== 'none' && (
          <Labels
            lines={lines}
            parts={parts}
            radius={(inner + OUTER) / 2}
            textOf={settings.labels === 'percent' ? shareAt : valueOf}
          />
        )}
        {settings.ring && <Total>{kpiValue(style, total, words.language)}</Total>}
      </svg>
      <ChartLegend
        title={title}
        lines={lines}
        legend={legend}
        onOpen={onDrill && (({ name, key = [] }) => onDrill({ name, key }))}
      />
    </div>
  );
  return <Noted values={values}>{pie}</Noted>;
}
