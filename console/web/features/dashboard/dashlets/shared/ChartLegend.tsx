import { use } from 'react';
import type { Legend } from '#schemas/dashboard/dashlet-parts.ts';
import { OnPaper } from '#web/ui/table/print/paper.ts';
import { useLanguage } from '#web/lib/text.ts';
import { usePaperList } from '#web/ui/table/print/PaperList.tsx';
import { useChartTexts } from '../texts/en.ts';
import { LinkedName, NameLink } from '../../drill/LinkedName.tsx';
import { lineSummary, type ChartLine } from './chart-lines.ts';
import { LegendTable } from './LegendTable.tsx';
import { LineKey, LineLink, LineName, Opened, type LegendProps } from './LegendEntry.tsx';
import { lineFormat } from './line-formats.ts';
import './chart-legend.css';

/** The legend in a dashlet of this width, in CSS pixels: at the right of a narrow one it would leave no chart. */
export const legendWithin = (legend: Legend, width: number, leastPx: number): Legend =>
  legend.place === 'right' && width < leastPx ? { ...legend, place: 'bottom' } : legend;

type Summarise = (line: ChartLine) => readonly { readonly is: string; readonly text: string }[];

/** What stands next to the names: values of the same kind have equal decimals. */
function useSummaries(lines: readonly ChartLine[], { values }: Legend): Summarise {
  const text = useChartTexts();
  const language = useLanguage();
  const columns = values.map((which) => ({
    which,
    name: which === 'last' && values.length === 1 ? '' : `${text(`short_${which}`)} `,
    shown: lineFormat(lines, (line) => [lineSummary(line.values, which)], language),
  }));
  return (line) =>
    columns.map(({ which, name, shown }) => ({
      is: which,
      text: `${name}${shown(line, lineSummary(line.values, which))}`,
    }));
}

interface EntryProps {
  readonly line: ChartLine;
  readonly place: number;
  readonly summaries: Summarise;
  /** It is part of a button. */
  readonly isPressed: boolean;
}

/** The colour of a line, its name and its values. */
const Entry = ({ line, place, summaries, isPressed }: EntryProps) => (
  <>
    <LineKey line={line} place={place} />
    <LinkedName of={isPressed ? undefined : line.key}>
      <LineName name={line.name} />
    </LinkedName>
    {summaries(line).map(({ is, text }) => (
      <span key={is} className="tt-chart-summary">
        {text}
      </span>
    ))}
  </>
);

/** The lines of a chart with their colours and values; a click hides one. Several values are columns of a table, on paper a list. */
export function ChartLegend(props: LegendProps) {
  const isOnPaper = use(OnPaper) !== undefined;
  const { legend } = props;
  if (legend.place === 'none') return null;
  return legend.values.length > 1 && !isOnPaper ? <LegendTable {...props} /> : <LegendList {...props} />;
}

const isPressed = (...acts: readonly unknown[]): boolean => acts.some((act) => act !== undefined);

function LegendList({ title, lines, legend, hidden, onToggle: onScreen, onOpen }: LegendProps) {
  const text = useChartTexts();
  const summaries = useSummaries(lines, legend);
  const { box, shown, more, isWaiting } = usePaperList(lines);
  // Nothing is pressed on paper.
  const onToggle = use(OnPaper) === undefined ? onScreen : undefined;
  return (
    <ul
      ref={box}
      data-waiting={isWaiting}
      className="tt-chart-legend"
      data-place={legend.place}
      aria-label={text('legend', { title })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable where nothing in it is, as while a document is edited (WCAG 2.1.1)
      tabIndex={onToggle === undefined && onOpen === undefined ? 0 : undefined}
    >
      {shown.map((line, index) => {
        const { id, name, earlierOf } = line;
        const open = onOpen === undefined || line.key === undefined ? undefined : () => onOpen(line);
        const isHidden = hidden?.has(id) === true;
        const entry = (
          <Entry line={line} place={index} summaries={summaries} isPressed={isPressed(onToggle, open)} />
        );
        return (
          <li key={id} data-hidden={isHidden}>
            {onToggle === undefined ? (
              <Opened name={name} onOpen={open}>
                {entry}
              </Opened>
            ) : (
              <button
                type="button"
                aria-pressed={!isHidden}
                title={name}
                aria-label={text('show', { name })}
                onClick={() => onToggle(id)}
              >
                {entry}
              </button>
            )}
            {onToggle !== undefined &&
              onOpen !== undefined &&
              line.key !== undefined &&
              earlierOf === undefined && <LineLink line={line} onOpen={onOpen} />}
            {onToggle !== undefined && <NameLink of={line.key} name={name} />}
          </li>
        );
      })}
      {more}
    </ul>
  );
}
