import { useEffect, useEffectEvent, useReducer, useRef, useState, type ComponentType } from 'react';
import { Editor } from '@tiptap/core';
import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconBold,
  IconItalic,
  IconList,
  IconListNumbers,
  IconUnderline,
  IconVariable,
} from '@tabler/icons-react';
import { isBrandPaint } from '#schemas/brand/paint.ts';
import { builtInFields, type RichText } from '#schemas/report/rich-text.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Menu } from '#web/ui/menu/Menu.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { BrandPaintMenu } from '../../brand/BrandPaintMenu.tsx';
import { useReportTexts } from '../../texts/en.ts';
import { richTextFrom } from './rich-text-json.ts';
import { textExtensions } from './text-extensions.ts';

interface Props {
  readonly label: string;
  readonly text: RichText;
  /** Names of the variables that can be inserted. */
  readonly variables: readonly string[];
  readonly onChange: (text: RichText) => void;
  readonly onClose: () => void;
}

const sizes = [10, 12, 14, 16, 18, 20, 24, 28, 32, 40, 48, 64] as const;

/** The editor of a text, made once for its element. */
function useEditor({ label, text, onChange, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const changed = useEffectEvent((edited: Editor) => {
    const stored = richTextFrom(edited.getJSON());
    if (stored !== undefined) onChange(stored);
  });
  const close = useEffectEvent(onClose);
  const start = useEffectEvent(
    (element: HTMLElement) =>
      new Editor({
        element,
        extensions: textExtensions,
        content: structuredClone(text) as never,
        autofocus: 'end',
        injectCSS: false,
        editorProps: {
          attributes: {
            class: 'tt-report-text',
            role: 'textbox',
            'aria-multiline': 'true',
            'aria-label': label,
          },
          handleKeyDown(_, event) {
            if (event.key !== 'Escape') return false;
            event.stopPropagation();
            close();
            return true;
          },
        },
        onUpdate: ({ editor: edited }) => changed(edited),
        onTransaction: () => draw(),
      }),
  );
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const made = start(current);
    setEditor(made);
    return () => made.destroy();
  }, []);
  return { box, editor };
}

type Chain = ReturnType<Editor['chain']>;

/** Buttons of the toolbar: what they do, and when they are pressed. */
const formats: readonly {
  readonly name:
    | 'bold'
    | 'italic'
    | 'underline'
    | 'bullets'
    | 'numbers'
    | 'alignLeft'
    | 'alignCenter'
    | 'alignRight';
  readonly icon: ComponentType<{ readonly size: number }>;
  readonly apply: (chain: Chain) => Chain;
  readonly active?: string | { readonly textAlign: string };
}[] = [
  { name: 'bold', icon: IconBold, apply: (chain) => chain.toggleBold(), active: 'bold' },
  { name: 'italic', icon: IconItalic, apply: (chain) => chain.toggleItalic(), active: 'italic' },
  { name: 'underline', icon: IconUnderline, apply: (chain) => chain.toggleUnderline(), active: 'underline' },
  { name: 'bullets', icon: IconList, apply: (chain) => chain.toggleBulletList(), active: 'bulletList' },
  {
    name: 'numbers',
    icon: IconListNumbers,
    apply: (chain) => chain.toggleOrderedList(),
    active: 'orderedList',
  },
  { name: 'alignLeft', icon: IconAlignLeft, apply: (chain) => chain.setTextAlign('left') },
  {
    name: 'alignCenter',
    icon: IconAlignCenter,
    apply: (chain) => chain.setTextAlign('center'),
    active: { textAlign: 'center' },
  },
  {
    name: 'alignRight',
    icon: IconAlignRight,
    apply: (chain) => chain.setTextAlign('right'),
    active: { textAlign: 'right' },
  },
];

function FormatButtons({ editor }: { readonly editor: Editor }) {
  const text = useReportTexts();
  return formats.map(({ name, icon: Icon, apply, active }) => (
    <IconButton
      key={name}
      small
      label={text(`text_${name}`)}
      icon={<Icon size={15} />}
      pressed={active !== undefined && editor.isActive(active as string)}
      onClick={() => void apply(editor.chain().focus()).run()}
    />
  ));
}

/** Style, size, colour and fields of the selected text. */
function TextToolbar({ editor, variables }: { readonly editor: Editor } & Pick<Props, 'variables'>) {
  const text = useReportTexts();
  const levels = [0, 1, 2, 3] as const;
  const level = levels.find((one) => one > 0 && editor.isActive('heading', { level: one })) ?? 0;
  const style = editor.getAttributes('textStyle') as { color?: string | null; size?: number | null };
  const setStyle = (part: { color?: string | null; size?: number | null }): void =>
    void editor
      .chain()
      .focus()
      .setMark('textStyle', { ...style, ...part })
      .run();
  const fields: readonly MenuItem[] = [
    ...builtInFields.map((name) => ({ name, label: text(`field_${name}`) })),
    ...variables.map((name) => ({ name, label: name })),
  ].map(({ name, label }) => ({
    is: 'action',
    label,
    run: () => void editor.chain().focus().insertContent({ type: 'field', attrs: { name } }).run(),
  }));
  return (
    <div className="tt-report-text-tools" role="toolbar" aria-label={text('textTools')}>
      <select
        aria-label={text('textLevel')}
        value={level}
        onChange={({ target }) => {
          const chosen = levels[Number(target.value)] ?? 0;
          if (chosen === 0) editor.chain().focus().setParagraph().run();
          else editor.chain().focus().setHeading({ level: chosen }).run();
        }}
      >
        {levels.map((one) => (
          <option key={one} value={one}>
            {one === 0 ? text('paragraph') : text('heading', { level: one })}
          </option>
        ))}
      </select>
      <select
        aria-label={text('textSize')}
        value={style.size ?? ''}
        onChange={({ target }) => setStyle({ size: target.value === '' ? null : Number(target.value) })}
      >
        <option value="">{text('textSizeDefault')}</option>
        {sizes.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      <input
        type="color"
        aria-label={text('textColor')}
        value={isBrandPaint(style.color ?? undefined) ? '#151a21' : (style.color ?? '#151a21')}
        onChange={({ target }) => setStyle({ color: target.value })}
      />
      <BrandPaintMenu label={text('textColor')} onChoose={(color) => setStyle({ color })} />
      <FormatButtons editor={editor} />
      <Menu
        target={<IconButton small label={text('insertField')} icon={<IconVariable size={15} />} />}
        items={fields}
      />
    </div>
  );
}

/** Writes a text where it is on the page. */
export function TextEditor(props: Props) {
  const { box, editor } = useEditor(props);
  return (
    <div className="tt-report-writing">
      {editor !== undefined && <TextToolbar editor={editor} variables={props.variables} />}
      <div ref={box} className="tt-report-writing-box" />
    </div>
  );
}
