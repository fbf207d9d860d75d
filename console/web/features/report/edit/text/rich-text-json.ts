import { RichText, textAlignments } from '#schemas/report/rich-text.ts';

/** A node of the editor's document: its attributes may be null, and it may have some that a text does not store. */
interface EditedNode {
  readonly type?: string;
  readonly text?: string;
  readonly attrs?: Readonly<Record<string, unknown>> | undefined;
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> }[];
  readonly content?: readonly EditedNode[];
}

type Raw = Record<string, unknown>;

const plainMarks: ReadonlySet<string> = new Set(['bold', 'italic', 'underline', 'strike']);

function markOf({ type, attrs = {} }: NonNullable<EditedNode['marks']>[number]): Raw[] {
  if (plainMarks.has(type)) return [{ type }];
  if (type !== 'textStyle') return [];
  const { color, size } = attrs;
  const style = {
    ...(typeof color === 'string' && { color }),
    ...(typeof size === 'number' && { size }),
  };
  return Object.keys(style).length === 0 ? [] : [{ type, attrs: style }];
}

const marksOf = ({ marks = [] }: EditedNode): Raw => {
  const known = marks.flatMap(markOf);
  return known.length === 0 ? {} : { marks: known };
};

const alignOf = ({ attrs }: EditedNode): Raw => {
  const found = textAlignments.find((one) => one === attrs?.['textAlign']);
  return found === undefined || found === 'left' ? {} : { textAlign: found };
};

function inlineOf(node: EditedNode): Raw[] {
  if (node.type === 'text' && node.text !== undefined && node.text !== '')
    return [{ type: 'text', text: node.text, ...marksOf(node) }];
  if (node.type === 'hardBreak') return [{ type: 'hardBreak' }];
  const name = node.attrs?.['name'];
  return node.type === 'field' && typeof name === 'string'
    ? [{ type: 'field', attrs: { name }, ...marksOf(node) }]
    : [];
}

const isList = (type: string): boolean => type === 'bulletList' || type === 'orderedList';

/** A paragraph or heading with what is in it. */
function lineOf(node: EditedNode): Raw {
  const isHeading = node.type === 'heading';
  const attrs = { ...(isHeading && { level: Number(node.attrs?.['level'] ?? 1) }), ...alignOf(node) };
  const content = (node.content ?? []).flatMap(inlineOf);
  return {
    type: node.type,
    ...(Object.keys(attrs).length > 0 && { attrs }),
    ...(content.length > 0 && { content }),
  };
}

function blockOf(node: EditedNode): Raw[] {
  const { type = '', content = [] } = node;
  if (type === 'paragraph' || type === 'heading') return [lineOf(node)];
  if (!isList(type)) return [];
  const items = content.map((item) => ({ type: 'listItem', content: (item.content ?? []).flatMap(blockOf) }));
  return [{ type, content: items }];
}

/** The text that an editor's document is stored as; undefined: it is too long or nests too deep. */
export function richTextFrom(document: EditedNode): RichText | undefined {
  const parsed = RichText.safeParse({ type: 'doc', content: (document.content ?? []).flatMap(blockOf) });
  return parsed.success ? parsed.data : undefined;
}
