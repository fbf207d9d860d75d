import type { ReportPage } from '#schemas/report/document.ts';
import { isBuiltIn, type BuiltInField, type TextBlock } from '#schemas/report/rich-text.ts';

/** What fields of texts are filled with on a page. */
export interface FieldValues {
  readonly builtIn: Readonly<Record<BuiltInField, string>>;
  /** By the name of a variable: the names of the elements that it selects. */
  readonly variables: ReadonlyMap<string, string>;
}

/** The text of a field; one that is not known is shown as it is written. */
export function textOfField(name: string, { builtIn, variables }: FieldValues): string {
  const key = name.toLowerCase();
  return isBuiltIn(key) ? builtIn[key] : (variables.get(key) ?? `{${name}}`);
}

function fieldsOfBlock(block: TextBlock): readonly string[] {
  if (block.type === 'bulletList' || block.type === 'orderedList')
    return block.content.flatMap(({ content }) => content.flatMap(fieldsOfBlock));
  return (block.content ?? []).flatMap((inline) =>
    inline.type === 'field' ? [inline.attrs.name.toLowerCase()] : [],
  );
}

/** Names of the fields in the texts of a page. */
export const fieldsOfPage = ({ items }: Pick<ReportPage, 'items'>): ReadonlySet<string> =>
  new Set(items.flatMap((item) => (item.kind === 'text' ? item.text.content.flatMap(fieldsOfBlock) : [])));
