import { Suspense, useState } from 'react';
import type { Annotation } from '#schemas/annotation/annotation.ts';
import { deleteAnnotation, listAnnotations } from '#schemas/annotation/routes.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { useRouteAction } from '../query/use-route-action.ts';
import type { AnnotationStart } from './annotation-place.ts';
import { useAnnotationTexts } from './texts/en.ts';

const AnnotationDialog = lazyOverlay(() => import('./AnnotationDialog.tsx'), 'AnnotationDialog');

type Open =
  | { readonly is: 'add'; readonly start: AnnotationStart }
  | { readonly is: 'edit' | 'delete'; readonly annotation: Annotation };

/** Which dialog about annotations is open. */
export function useAnnotationEditors() {
  const [open, setOpen] = useState<Open>();
  return {
    open,
    add: (start: AnnotationStart) => setOpen({ is: 'add', start }),
    edit: (annotation: Annotation) => setOpen({ is: 'edit', annotation }),
    delete: (annotation: Annotation) => setOpen({ is: 'delete', annotation }),
    close: () => setOpen(undefined),
  };
}

interface Props {
  readonly editors: ReturnType<typeof useAnnotationEditors>;
  readonly customerId: number;
  readonly timeZone: string;
  /** What an edited one can be about as well. */
  readonly places: AnnotationStart['places'];
}

/** The dialogs that add, edit and delete annotations. */
export function AnnotationEditors({ editors: { open, close }, customerId, timeZone, places }: Props) {
  const text = useAnnotationTexts();
  const { run } = useRouteAction(deleteAnnotation, { touches: [listAnnotations] });
  if (open === undefined) return null;
  if (open.is === 'delete') {
    const { annotation } = open;
    return (
      <ConfirmDialog
        open
        title={text('deleteTitle')}
        consequence={annotation.text}
        action={text('delete')}
        onConfirm={() => {
          run({ params: { customerId, annotation: annotation.id } }, { done: text('deleted') });
          close();
        }}
        onClose={close}
      />
    );
  }
  const edited = open.is === 'edit' ? open.annotation : undefined;
  const start =
    open.is === 'add' ? open.start : { from: open.annotation.from, to: open.annotation.to, places };
  return (
    <Suspense fallback={null}>
      <AnnotationDialog
        customerId={customerId}
        timeZone={timeZone}
        start={start}
        annotation={edited}
        onClose={close}
      />
    </Suspense>
  );
}
