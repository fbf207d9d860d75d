import { useQuery } from '@tanstack/react-query';
import type { Annotation } from '#schemas/annotation/annotation.ts';
import { createAnnotation, listAnnotations, updateAnnotation } from '#schemas/annotation/routes.ts';
import { listElements } from '#schemas/data/element-routes.ts';
import { annotationLimits } from '#schemas/limit/annotation.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { TimeField } from '#web/ui/field/TimeField.tsx';
import { call } from '../api/call.ts';
import { entryOf } from '../form/entry-of.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { useForm } from '../form/use-form.ts';
import { routeQuery } from '../query/route-query.ts';
import { useDisabledReason, usePermission } from '../permission/use-permission.ts';
import {
  AnnotationForm,
  CUSTOMER,
  annotationDraftOf,
  annotationFormOf,
  timeFaults,
} from './annotation-form.ts';
import type { AnnotationStart } from './annotation-place.ts';
import { useAnnotationTexts } from './texts/en.ts';

interface Props {
  readonly customerId: number;
  readonly timeZone: string;
  readonly start: AnnotationStart;
  /** The one that is edited; undefined: a new one. */
  readonly annotation?: Annotation | undefined;
  readonly onClose: () => void;
}

/** Sites that are offered below the elements of the chart. */
const SITES = 1_000;

/** What it can be about: the elements of the chart, what it is about already, and the sites that the user sees. */
function usePlaces({
  customerId,
  start,
  annotation,
}: Pick<Props, 'customerId' | 'start' | 'annotation'>): AnnotationStart['places'] {
  const mayList = usePermission('DASHBOARD.read');
  const { data } = useQuery({
    ...routeQuery(listElements, { params: { customerId }, body: { element: 'site', count: SITES } }),
    enabled: mayList,
  });
  const { element = null, elementName = '' } = annotation ?? {};
  const all = [
    ...start.places,
    ...(element === null ? [] : [{ element, name: elementName || String(element) }]),
    ...(data?.elements ?? []).map(({ id, label }) => ({ element: id, name: label })),
  ];
  return Map.groupBy(all, (place) => place.element)
    .values()
    .flatMap(([first]) => (first === undefined ? [] : [first]))
    .toArray();
}

/** Adds or edits an annotation of charts. */
export function AnnotationDialog({ customerId, timeZone, start, annotation, onClose }: Props) {
  const text = useAnnotationTexts();
  const form = useForm<AnnotationForm>({
    initial: annotationFormOf(start, { annotation, timeZone }),
    contract: AnnotationForm,
    check: (draft, language) => timeFaults(draft, { timeZone, language }),
    async store(draft) {
      const body = annotationDraftOf(draft, { timeZone, annotation });
      if (annotation === undefined) await call(createAnnotation, { params: { customerId }, body });
      else {
        const { id, version } = annotation;
        await call(updateAnnotation, { params: { customerId, annotation: id }, body: { ...body, version } });
      }
    },
    done: () => text(annotation === undefined ? 'created' : 'saved'),
    touches: [listAnnotations],
    onSaved: onClose,
    onClosed: onClose,
  });
  const places = usePlaces({ customerId, start, annotation });
  return (
    <FormDialog
      title={text(annotation === undefined ? 'addTitle' : 'editTitle')}
      form={form}
      width={460}
      disabledReason={useDisabledReason(createAnnotation)}
      action={text(annotation === undefined ? 'create' : 'save')}
    >
      <TextArea
        first
        required
        {...entryOf(form, 'text')}
        label={text('text')}
        description={text('textHint')}
        maxLength={annotationLimits.maxTextLength}
        rows={3}
      />
      <Select
        {...entryOf(form, 'element')}
        label={text('about')}
        searchable
        options={[
          { value: CUSTOMER, label: text('customer') },
          ...places.map(({ element, name }) => ({ value: String(element), label: name })),
        ]}
      />
      <TimeField kind="datetime-local" {...entryOf(form, 'from')} label={text('from')} />
      <TimeField
        kind="datetime-local"
        {...entryOf(form, 'to')}
        label={text('to')}
        description={text('toHint')}
      />
    </FormDialog>
  );
}
