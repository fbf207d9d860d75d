import { formatInstant, formatMinutes } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Tooltip } from '../feedback/Tooltip.tsx';
import './time.css';

/** Stands for the range in a sentence. */
const PLACE = '\uFFFC';

interface Props {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
  /** The sentence around it; without one, the range stands alone. */
  readonly sentence?: (range: string) => string;
}

/** A range of time to the minute, with the full times on hover; a shared day is written once. */
export function TimeRange({ from, until, sentence = (range) => range }: Props) {
  const language = useLanguage();
  const [before, after] = sentence(PLACE).split(PLACE);
  return (
    <>
      {before}
      <Tooltip label={`${formatInstant(from, language)} – ${formatInstant(until, language)}`}>
        <span className="tt-time">{formatMinutes(from, until, language)}</span>
      </Tooltip>
      {after}
    </>
  );
}
