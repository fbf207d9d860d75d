import { useState } from 'react';
import { Popover } from '@mantine/core';
import { AnnotationItem } from './AnnotationItem.tsx';
import { AnnotationMarks } from './AnnotationMarks.tsx';
import type { useAnnotationEditors } from './AnnotationEditors.tsx';
import { useAnnotationTexts } from './texts/en.ts';
import type { useAnnotations } from './use-annotations.ts';

interface Props {
  /** Of the chart. */
  readonly title: string;
  readonly list: ReturnType<typeof useAnnotations>;
  /** What the chart shows, seconds since 1970. */
  readonly span: { readonly from: number; readonly to: number };
  readonly timeZone: string;
  readonly editors: ReturnType<typeof useAnnotationEditors>;
}

/** Annotations of a chart in a thin line below it, with their list. The line has its room also without any. */
export function AnnotationLane({ title, list: { annotations, count }, span, timeZone, editors }: Props) {
  const text = useAnnotationTexts();
  const [isOpen, setIsOpen] = useState(false);
  const leave = (act: () => void): void => {
    setIsOpen(false);
    act();
  };
  if (annotations.length === 0) return <div className="tt-annotation-lane" />;
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom"
      offset={4}
      trapFocus
      withinPortal
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <button
          type="button"
          className="tt-annotation-lane"
          aria-label={text('lane', { title, count })}
          onClick={() => setIsOpen(!isOpen)}
        >
          <AnnotationMarks annotations={annotations} span={span} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className="tt-annotation-list" aria-label={text('list', { title })}>
        <ul>
          {annotations.map((annotation) => (
            <AnnotationItem
              key={annotation.id}
              annotation={annotation}
              timeZone={timeZone}
              onEdit={() => leave(() => editors.edit(annotation))}
              onDelete={() => leave(() => editors.delete(annotation))}
            />
          ))}
        </ul>
        {count > annotations.length && (
          <p className="tt-muted">{text('more', { count: count - annotations.length })}</p>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
