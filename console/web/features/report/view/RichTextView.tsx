import type { CSSProperties, ReactNode } from 'react';
import { letterPaintOf } from '#schemas/brand/paint.ts';
import type {
  RichText,
  TextBlock,
  TextInline,
  TextLine,
  TextList,
  TextMark,
} from '#schemas/report/rich-text.ts';
import { textOfField, type FieldValues } from './fields.ts';

function styleOf(marks: readonly TextMark[] = []): CSSProperties {
  const style: CSSProperties = {};
  const lines: string[] = [];
  for (const mark of marks)
    if (mark.type === 'bold') style.fontWeight = 700;
    else if (mark.type === 'italic') style.fontStyle = 'italic';
    else if (mark.type === 'underline') lines.push('underline');
    else if (mark.type === 'strike') lines.push('line-through');
    else {
      const { color, size } = mark.attrs;
      if (color !== undefined) style.color = letterPaintOf(color);
      if (size !== undefined) style.fontSize = size;
    }
  if (lines.length > 0) style.textDecoration = lines.join(' ');
  return style;
}

/** Parts of a text have no identity but their place. */
const keyed = <Part,>(parts: readonly Part[], draw: (part: Part, key: string) => ReactNode): ReactNode =>
  parts.map((part, index) => draw(part, String(index)));

function Inline({ inline, values }: { readonly inline: TextInline; readonly values: FieldValues }) {
  if (inline.type === 'hardBreak') return <br />;
  const text = inline.type === 'text' ? inline.text : textOfField(inline.attrs.name, values);
  return inline.marks === undefined || inline.marks.length === 0 ? (
    text
  ) : (
    <span style={styleOf(inline.marks)}>{text}</span>
  );
}

type Of<Drawn> = { readonly block: Drawn; readonly values: FieldValues };

function List({ block, values }: Of<TextList>) {
  const Tag = block.type === 'bulletList' ? 'ul' : 'ol';
  return (
    <Tag>
      {keyed(block.content, (item, key) => (
        <li key={key}>
          {keyed(item.content, (inner, place) => (
            <Block key={place} block={inner} values={values} />
          ))}
        </li>
      ))}
    </Tag>
  );
}

function Line({ block, values }: Of<TextLine>) {
  const align = block.attrs?.textAlign;
  const style = align === undefined ? {} : { textAlign: align };
  const inlines = block.content ?? [];
  const content = keyed(inlines, (inline, key) => <Inline key={key} inline={inline} values={values} />);
  if (block.type === 'paragraph') return <p style={style}>{inlines.length === 0 ? <br /> : content}</p>;
  // The page has a heading of its own above those of texts.
  const { level } = block.attrs;
  const Heading = `h${String(level + 1)}` as 'h2' | 'h3' | 'h4';
  return (
    <Heading className={`tt-report-h${String(level)}`} style={style}>
      {content}
    </Heading>
  );
}

const isList = (block: TextBlock): block is TextList =>
  block.type === 'bulletList' || block.type === 'orderedList';

function Block({ block, values }: Of<TextBlock>) {
  return isList(block) ? <List block={block} values={values} /> : <Line block={block} values={values} />;
}

/** A text as it is read, with its fields filled. */
export function RichTextView({ text, values }: { readonly text: RichText; readonly values: FieldValues }) {
  return (
    <div className="tt-report-text">
      {keyed(text.content, (block, key) => (
        <Block key={key} block={block} values={values} />
      ))}
    </div>
  );
}
