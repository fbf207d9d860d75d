import type { DocumentDifference } from '#schemas/dashboard/difference.ts';
import { dashletTypes } from '#schemas/dashboard/dashlets.ts';
import { labelled } from '#web/lib/labelled.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useDashboardTexts } from '../texts/en.ts';

/** What changed between two versions of a document, in words. */
export function DifferenceList({ difference }: { readonly difference: DocumentDifference }) {
  const text = useDashboardTexts();
  const language = useLanguage();
  const { texts, parts, dashlets } = difference;
  if (texts.length + parts.length + dashlets.length === 0)
    return <p className="tt-muted">{text('sameContent')}</p>;
  return (
    <ul className="tt-document-difference">
      {texts.map(({ text: name, before, after }) => (
        <li key={name}>
          {text('changedText', { name: text(name), before: before || '–', after: after || '–' })}
        </li>
      ))}
      {parts.map((part) => (
        <li key={part}>{text('changedPart', { part: text(`part_${part}`) })}</li>
      ))}
      {dashlets.map(({ id, title, type, change, parts: changed }) => {
        const what = text(`dashlet_${change}`, {
          title: title === '' ? dashletTypes[type][language] : title,
        });
        const list = changed.map((part) => text(`part_${part}`)).join(', ');
        return <li key={id}>{list === '' ? what : labelled(what, list, language)}</li>;
      })}
    </ul>
  );
}
