import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import './page.css';

interface Props {
  /** Undefined until loaded: a dash keeps its room. */
  readonly value: number | undefined;
  readonly label: string;
}

/** A counter of a page header: number and label. */
export function Figure({ value, label }: Props) {
  const language = useLanguage();
  return (
    <span className="tt-figure">
      <span className="tt-figure-value">{value === undefined ? '–' : formatNumber(value, language)}</span>
      <span className="tt-figure-label">{label}</span>
    </span>
  );
}
