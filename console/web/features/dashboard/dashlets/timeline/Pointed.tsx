import { formatValue } from '#schemas/unit/format.ts';
import { formatMinute } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { ChartLine } from '../shared/chart-lines.ts';
import { colourOf } from '../shared/colours.ts';
import { differenceText } from './earlier-lines.ts';

/** Lines named under the cursor. */
const NAMED = 10;

/** The values under the cursor, with their difference from the earlier period. */
export function Pointed({
  at,
  index,
  lines,
}: {
  /** Seconds since 1970. */
  readonly at: number;
  readonly index: number;
  readonly lines: readonly ChartLine[];
}) {
  const language = useLanguage();
  return (
    <div className="tt-time-pointed" aria-hidden="true">
      <strong>{formatMinute(at * 1_000, language)}</strong>
      {lines.slice(0, NAMED).map(({ id, name, values, unit, isOthers, earlier }, line) => (
        <span key={id}>
          <span className="tt-chart-key" style={{ color: `var(${colourOf(line, isOthers)})` }} />
          <span className="tt-ellipsis">{name}</span>
          <span className="tt-chart-summary">{formatValue(values[index] ?? null, unit, language)}</span>
          {earlier !== undefined && (
            <span className="tt-muted">
              {differenceText(values[index] ?? null, earlier[index] ?? null, { unit, language })}
            </span>
          )}
        </span>
      ))}
    </div>
  );
}
