import type { ReportPage } from '#schemas/report/document.ts';
import type { TextBlock } from '#schemas/report/rich-text.ts';

function fieldsOfBlock(block: TextBlock): readonly string[] {
  if (block.type === 'bulletList' || block.type === 'orderedList')
    return block.content.flatMap(({ content }) => content.flatMap(fieldsOfBlock));
  return (block.content ?? []).flatMap((inline) => (inline.type === 'field' ? [inline.attrs.name] : []));
}

/** Names of the fields in the texts of a page. */
export const fieldsOfPage = ({ items }: Pick<ReportPage, 'items'>): ReadonlySet<string> =>
  new Set(items.flatMap((item) => (item.kind === 'text' ? item.text.content.flatMap(fieldsOfBlock) : [])));
