import { z } from 'zod';
import { AnnotationFields, type Annotation, type AnnotationDraft } from '#schemas/annotation/annotation.ts';
import type { FormFault } from '#web/kernel/form/form.machine.ts';
import { problemText } from '#schemas/problem/problem.ts';
import type { Language } from '#web/lib/text.ts';
import { fromZonedInput, toZonedInput } from '#web/lib/zoned/zoned-input.ts';
import type { AnnotationStart } from './annotation-place.ts';

/** Value of the choice that means the customer. */
export const CUSTOMER = 'customer';

/** What the inputs hold: times as the clocks of the zone show them. */
export const AnnotationForm = z.strictObject({
  text: AnnotationFields.shape.text,
  element: z.string(),
  from: z.string().min(1, { error: 'REQUIRED' }),
  to: z.string(),
});
export type AnnotationForm = z.infer<typeof AnnotationForm>;

const MS = 1_000;

/** The form of an annotation, or of a new one. */
export function annotationFormOf(
  { from, to, places }: AnnotationStart,
  { annotation, timeZone }: { readonly annotation: Annotation | undefined; readonly timeZone: string },
): AnnotationForm {
  const shown = annotation ?? { from, to, text: '', element: places[0]?.element ?? null };
  return {
    text: shown.text,
    element: shown.element === null ? CUSTOMER : String(shown.element),
    from: toZonedInput(shown.from * MS, timeZone),
    to: shown.to === null ? '' : toZonedInput(shown.to * MS, timeZone),
  };
}

const secondsOf = (text: string, timeZone: string): number | undefined => {
  const ms = fromZonedInput(text, timeZone);
  return ms === undefined ? undefined : Math.floor(ms / MS);
};

type AnnotationTimes = Pick<Annotation, 'from' | 'to'> | undefined;

/** A time as it was where its minute was not edited: inputs have no seconds. */
const timeOf = (text: string, before: number | null | undefined, timeZone: string): number | undefined =>
  typeof before === 'number' && toZonedInput(before * MS, timeZone) === text
    ? before
    : secondsOf(text, timeZone);

/** What is stored of a form without faults. */
export const annotationDraftOf = (
  { text, element, from, to }: AnnotationForm,
  { timeZone, annotation }: { readonly timeZone: string; readonly annotation: AnnotationTimes },
): AnnotationDraft => ({
  text: text.trim(),
  element: element === CUSTOMER ? null : Number(element),
  from: timeOf(from, annotation?.from, timeZone) ?? 0,
  to: to === '' ? null : (timeOf(to, annotation?.to, timeZone) ?? null),
});

/** The end is after the start. */
export function timeFaults(
  { from, to }: Pick<AnnotationForm, 'from' | 'to'>,
  { timeZone, language }: { readonly timeZone: string; readonly language: Language },
): readonly FormFault[] {
  const [start, end] = [secondsOf(from, timeZone), secondsOf(to, timeZone)];
  const isInOrder = start === undefined || end === undefined || end > start;
  return isInOrder ? [] : [{ path: 'to', message: problemText('END_BEFORE_START', language) }];
}
