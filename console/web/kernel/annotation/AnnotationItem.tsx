import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { Annotation } from '#schemas/annotation/annotation.ts';
import { now } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { formatZonedMinute, formatZonedPeriod } from '#web/lib/zoned/format-zoned.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { useAnnotationTexts } from './texts/en.ts';
import './annotation.css';

interface Props {
  readonly annotation: Annotation;
  readonly timeZone: string;
  /** Undefined: the list is only read, as on paper. */
  readonly onEdit: (() => void) | undefined;
  readonly onDelete: (() => void) | undefined;
}

/** An annotation in a list: its text, what it is about, when, and who wrote it. */
export function AnnotationItem({ annotation, timeZone, onEdit, onDelete }: Props) {
  const text = useAnnotationTexts();
  const language = useLanguage();
  const { from, to, elementName, author, isEditable } = annotation;
  const time =
    to === null
      ? formatZonedMinute(from * 1_000, timeZone, language)
      : formatZonedPeriod({ from: from * 1_000, until: to * 1_000, now: now(), timeZone }, language);
  return (
    <li className="tt-annotation">
      <span className="tt-annotation-sign" aria-hidden="true" />
      <p dir="auto">{annotation.text}</p>
      <span className="tt-muted">
        {[...(elementName === '' ? [] : [elementName]), time, author].join(' · ')}
      </span>
      {isEditable && onEdit !== undefined && (
        <IconButton
          small
          label={text('editOf', { author })}
          icon={<IconPencil size={14} />}
          onClick={onEdit}
        />
      )}
      {isEditable && onDelete !== undefined && (
        <IconButton
          small
          label={text('deleteOf', { author })}
          icon={<IconTrash size={14} />}
          onClick={onDelete}
        />
      )}
    </li>
  );
}
