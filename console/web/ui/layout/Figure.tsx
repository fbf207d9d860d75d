import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import './page.css';

/** A counter of a page header: number and label. */
export function Figure({ value, label }: { readonly value: number; readonly label: string }) {
  const language = useLanguage();
  return (
    <span className="tt-figure">
      <span className="tt-figure-value">{formatNumber(value, language)}</span>
      <span className="tt-figure-label">{label}</span>
    </span>
  );
}
