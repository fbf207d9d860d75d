import type { ReportDifference } from '#schemas/report/difference.ts';
import { labelled } from '#web/lib/labelled.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useDashboardTexts } from '../../dashboard/texts/en.ts';
import { useReportTexts } from '../texts/en.ts';

/** What changed between two versions of a report, in words. */
export function ReportDifferenceList({ difference }: { readonly difference: ReportDifference }) {
  const text = useReportTexts();
  const words = useDashboardTexts();
  const language = useLanguage();
  const { texts, parts, pages, items } = difference;
  if (texts.length + parts.length + pages.length + items.length === 0)
    return <p className="tt-muted">{words('sameContent')}</p>;
  const line = (what: string, changed: readonly string[]): string =>
    changed.length === 0 ? what : labelled(what, changed.join(', '), language);
  return (
    <ul className="tt-document-difference">
      {texts.map(({ text: name, before, after }) => (
        <li key={name}>
          {words('changedText', { name: words(name), before: before || '–', after: after || '–' })}
        </li>
      ))}
      {parts.map((part) => (
        <li key={part}>{words('changedPart', { part: text(`part_${part}`) })}</li>
      ))}
      {pages.map(({ id, title, number, change, parts: changed }) => {
        const name = title === '' ? text('pageNumber', { number }) : title;
        return (
          <li key={id}>
            {line(
              text(`change_${change}`, { name }),
              changed.map((part) => text(`pagePart_${part}`)),
            )}
          </li>
        );
      })}
      {items.map(({ id, title, kind, change, parts: changed }) => {
        const name = `${text(`kind_${kind}`)} ${title}`.trim();
        return (
          <li key={id}>
            {line(
              text(`change_${change}`, { name }),
              changed.map((part) => text(`itemPart_${part}`)),
            )}
          </li>
        );
      })}
    </ul>
  );
}
