import { placeholders } from '#schemas/settings/webhook/placeholders.ts';
import { useSettingsTexts } from '../texts/en.ts';

const names = Object.keys(placeholders) as (keyof typeof placeholders)[];

/** Inserts a text at the caret of a text area and moves the caret behind it. */
export function insertAt(area: HTMLTextAreaElement | null, value: string, insert: string): string {
  const from = area?.selectionStart ?? value.length;
  const to = area?.selectionEnd ?? value.length;
  requestAnimationFrame(() => {
    area?.focus();
    area?.setSelectionRange(from + insert.length, from + insert.length);
  });
  return value.slice(0, from) + insert + value.slice(to);
}

/** The placeholders of a template; a click inserts one at the caret. */
export function PlaceholderList({ onInsert }: { readonly onInsert: (placeholder: string) => void }) {
  const text = useSettingsTexts();
  return (
    <div className="tt-placeholders" role="group" aria-label={text('insert')}>
      <span className="tt-muted tt-caption">{text('insert')}</span>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className="tt-placeholder"
          title={text(`placeholder-${name}`)}
          onClick={() => onInsert(`{{${name}}}`)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
