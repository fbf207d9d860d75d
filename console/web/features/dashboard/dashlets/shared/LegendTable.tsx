import { useState } from 'react';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useLanguage } from '#web/lib/text.ts';
import { useChartTexts } from '../texts/en.ts';
import { LinkedName, NameLink } from '../../drill/LinkedName.tsx';
import { lineSummary } from './chart-lines.ts';
import { LineKey, LineLink, LineName, type LegendProps } from './LegendEntry.tsx';
import { lineFormat } from './line-formats.ts';
import { nextOrder, sortedLines, type LegendOrder } from './sorted-lines.ts';
import './legend-table.css';

interface HeadingProps {
  readonly by: LegendOrder['by'];
  readonly order: LegendOrder | undefined;
  readonly name: string;
  readonly onSort: (by: LegendOrder['by']) => void;
}

function Heading({ by, order, name, onSort }: HeadingProps) {
  const direction = order?.by === by ? order.direction : undefined;
  return (
    <th scope="col" aria-sort={direction ?? 'none'} data-by={by}>
      <button type="button" onClick={() => onSort(by)}>
        {name}
        {direction === 'ascending' && <IconChevronUp size={12} />}
        {direction === 'descending' && <IconChevronDown size={12} />}
      </button>
    </th>
  );
}

/** The lines of a chart as rows with their values, sorted by a click on a heading; a click on a name hides its line. */
export function LegendTable({ title, lines, legend, hidden, onToggle, onOpen }: LegendProps) {
  const text = useChartTexts();
  const language = useLanguage();
  const [order, setOrder] = useState<LegendOrder>();
  const sort = (by: LegendOrder['by']): void => setOrder((now) => nextOrder(now, by));
  const columns = legend.values.map((which) => ({
    which,
    shown: lineFormat(lines, (line) => [lineSummary(line.values, which)], language),
  }));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable (WCAG 2.1.1)
    <div className="tt-legend-table" data-place={legend.place} tabIndex={0}>
      <table aria-label={text('legend', { title })}>
        <thead>
          <tr>
            <Heading by="name" name={text('name')} order={order} onSort={sort} />
            {columns.map(({ which }) => (
              <Heading key={which} by={which} name={text(`short_${which}`)} order={order} onSort={sort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sortedLines(lines, order).map(({ line, place }) => {
            const { id, name, key, earlierOf } = line;
            const isHidden = hidden?.has(id) === true;
            const label = (
              <>
                <LineKey line={line} place={place} />
                <LinkedName of={onToggle === undefined ? key : undefined}>
                  <LineName name={name} />
                </LinkedName>
              </>
            );
            return (
              <tr key={id} data-hidden={isHidden}>
                <th scope="row">
                  <span className="tt-legend-name">
                    {onToggle === undefined ? (
                      <span className="tt-chart-entry">{label}</span>
                    ) : (
                      <button
                        type="button"
                        aria-pressed={!isHidden}
                        title={name}
                        aria-label={text('show', { name })}
                        onClick={() => onToggle(id)}
                      >
                        {label}
                      </button>
                    )}
                    {onOpen !== undefined && key !== undefined && earlierOf === undefined && (
                      <LineLink line={line} onOpen={onOpen} />
                    )}
                    {onToggle !== undefined && <NameLink of={key} name={name} />}
                  </span>
                </th>
                {columns.map(({ which, shown }) => (
                  <td key={which}>{shown(line, lineSummary(line.values, which))}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
