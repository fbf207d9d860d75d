import { useRef } from 'react';
import type { ExploreResult } from '#schemas/explore/explore.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useInnerWidth } from '#web/ui/layout/use-inner-width.ts';
import { colourOfRow } from './plotted-lines.ts';
import { rowLabel, measureUnit, useRowWords } from './row-names.ts';
import { bandPath, sankeyOf } from './sankey-of.ts';
import { useExploreTexts } from './texts/en.ts';

const ROW_PX = 34;
const LEAST_PX = 260;
const LABEL_PX = 6;
const DEFAULT_WIDTH_PX = 900;

/** The rows as bands between the values of their dimensions. */
export function SankeyChart({ result }: { readonly result: ExploreResult }) {
  const text = useExploreTexts();
  const words = useRowWords();
  const language = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  const width = useInnerWidth(box) ?? DEFAULT_WIDTH_PX;
  const { rows, measure } = result;
  const height = Math.max(LEAST_PX, rows.length * ROW_PX);
  const { nodes, links } = sankeyOf(rows, words, { width, height });
  const shown = rows.filter(({ value }) => value > 0);
  return (
    <div ref={box} className="tt-explore-sankey">
      <svg width={width} height={height} role="img" aria-label={text('sankey', { count: rows.length })}>
        {links.map((link, place) => {
          const row = shown[link.row];
          return (
            <path
              key={`${String(link.row)} ${String(place)}`}
              d={bandPath(link) ?? ''}
              stroke={`var(${colourOfRow(link.row)})`}
              strokeWidth={Math.max(1, link.width ?? 1)}
            >
              <title>
                {row === undefined
                  ? ''
                  : `${rowLabel(row, words)}: ${formatValue(row.value, measureUnit(measure), language)}`}
              </title>
            </path>
          );
        })}
        {nodes.map(({ id, name, x0 = 0, x1 = 0, y0 = 0, y1 = 0 }) => {
          const isRight = x1 > width / 2;
          return (
            <g key={id}>
              <rect x={x0} y={y0} width={x1 - x0} height={Math.max(1, y1 - y0)} />
              <text
                x={isRight ? x0 - LABEL_PX : x1 + LABEL_PX}
                y={(y0 + y1) / 2}
                dy="0.35em"
                textAnchor={isRight ? 'end' : 'start'}
              >
                {name}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}
