import { memo, use, type ReactNode } from 'react';
import { IconArrowUpRight } from '@tabler/icons-react';
import { OnPaper } from '#web/ui/table/print/paper.ts';
import { useDrillTexts } from '../../drill/texts/en.ts';
import { withShortPort } from '#schemas/text/port-name-parts.ts';
import type { Legend } from '#schemas/dashboard/dashlet-parts.ts';
import type { ChartLine } from './chart-lines.ts';
import { colourOf } from './colours.ts';

export interface LegendProps {
  readonly title: string;
  readonly lines: readonly ChartLine[];
  readonly legend: Legend;
  /** Lines that are hidden, by id; undefined: none can be. */
  readonly hidden?: ReadonlySet<string>;
  readonly onToggle?: (id: string) => void;
  /** Opens what a line leads to; undefined: nothing. */
  readonly onOpen?: ((line: ChartLine) => void) | undefined;
}

/** What leads on from a line. */
export function Opened({
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

/** Names behind that of a device differ at their end: what is in front is cut first, and the type of a port is abbreviated. */
export function LineName({ name: full }: { readonly name: string }) {
  const name = withShortPort(full);
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

/** The link next to a line that a click hides. New values leave it as it is: it leads where the name says. */
export const LineLink = memo(
  ({ line, onOpen }: LinkProps) => (
    <Opened name={line.name} onOpen={() => onOpen(line)}>
      <IconArrowUpRight size={14} />
    </Opened>
  ),
  (one, other) =>
    one.line.id === other.line.id && one.line.name === other.line.name && one.onOpen === other.onOpen,
);

/** The colour of a line. */
export const LineKey = ({ line, place }: { readonly line: ChartLine; readonly place: number }) => (
  <span
    className="tt-chart-key"
    data-earlier={line.earlierOf !== undefined}
    style={{ color: `var(${colourOf(line.earlierOf ?? place, line.isOthers)})` }}
    aria-hidden="true"
  />
);
