import { memo, use, type ReactNode } from 'react';
import { IconArrowUpRight } from '@tabler/icons-react';
import type { Legend } from '#schemas/dashboard/dashlet-parts.ts';
import { OnPaper } from '#web/ui/table/print/paper.ts';
import { useLanguage } from '#web/lib/text.ts';
import { usePaperList } from '#web/ui/table/print/PaperList.tsx';
import { useDrillTexts } from '../../drill/texts/en.ts';
import { useChartTexts } from '../texts/en.ts';
import { lineSummary, type ChartLine } from './chart-lines.ts';
import { colourOf } from './colours.ts';
import { lineFormat } from './line-formats.ts';
import './chart-legend.css';

interface Props {
  readonly title: string;
  readonly lines: readonly ChartLine[];
  readonly legend: Legend;
  /** Lines that are hidden, by id; undefined: none can be. */
  readonly hidden?: ReadonlySet<string>;
  readonly onToggle?: (id: string) => void;
  /** Opens what a line leads to; undefined: nothing. */
  readonly onOpen?: ((line: ChartLine) => void) | undefined;
}

/** The legend in a dashlet of this width, in CSS pixels: at the right of a narrow one it would leave no chart. */
export const legendWithin = (legend: Legend, width: number, leastPx: number): Legend =>
  legend.place === 'right' && width < leastPx ? { ...legend, place: 'bottom' } : legend;

/** What leads on from a line. */
function Opened({
  name,
  onOpen,
  children,
}: {
  readonly name: string;
  readonly onOpen: (() => void) | undefined;
  readonly children: ReactNode;
}) {
  const text = useDrillTexts();
  const isOnPaper = use(OnPaper) !== undefined;
  if (isOnPaper) return <span className="tt-chart-entry">{children}</span>;
  if (onOpen === undefined) return children;
  return (
    <button
      type="button"
      className="tt-chart-open"
      title={text('open', { name })}
      aria-label={text('open', { name })}
      onClick={onOpen}
    >
      {children}
    </button>
  );
}

/** Names behind that of a device differ at their end: what is in front is cut first. */
function LineName({ name }: { readonly name: string }) {
  const at = name.lastIndexOf(' · ');
  if (at < 0) return <span className="tt-chart-name tt-ellipsis">{name}</span>;
  return (
    <span className="tt-chart-name">
      <span className="tt-ellipsis">{name.slice(0, at)}</span>
      <span className="tt-ellipsis">{name.slice(at)}</span>
    </span>
  );
}

interface LinkProps {
  readonly line: ChartLine;
  readonly onOpen: (line: ChartLine) => void;
}

/** The link beside a line that a click hides. New values leave it as it is: it leads where the name says. */
const LineLink = memo(
  ({ line, onOpen }: LinkProps) => (
    <Opened name={line.name} onOpen={() => onOpen(line)}>
      <IconArrowUpRight size={14} />
    </Opened>
  ),
  (one, other) =>
    one.line.id === other.line.id && one.line.name === other.line.name && one.onOpen === other.onOpen,
);

type Summarise = (line: ChartLine) => readonly { readonly is: string; readonly text: string }[];

/** What stands beside the names: values of the same kind have equal decimals. */
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
}

/** The colour of a line, its name and its values. */
const Entry = ({ line, place, summaries }: EntryProps) => (
  <>
    <span
      className="tt-chart-key"
      data-earlier={line.earlierOf !== undefined}
      style={{ color: `var(${colourOf(line.earlierOf ?? place, line.isOthers)})` }}
      aria-hidden="true"
    />
    <LineName name={line.name} />
    {summaries(line).map(({ is, text }) => (
      <span key={is} className="tt-chart-summary">
        {text}
      </span>
    ))}
  </>
);

/** The lines of a chart with their colours and values; a click hides one. */
export function ChartLegend({ title, lines, legend, hidden, onToggle: onScreen, onOpen }: Props) {
  const text = useChartTexts();
  const summaries = useSummaries(lines, legend);
  const { box, shown, more, isWaiting } = usePaperList(lines);
  // Nothing is pressed on paper.
  const onToggle = use(OnPaper) === undefined ? onScreen : undefined;
  if (legend.place === 'none') return null;
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
        const entry = <Entry line={line} place={index} summaries={summaries} />;
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
          </li>
        );
      })}
      {more}
    </ul>
  );
}
