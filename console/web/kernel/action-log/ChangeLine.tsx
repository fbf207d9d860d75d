import type { FieldChange } from '#schemas/audit/event.ts';
import { useActionTexts } from './texts/en.ts';
import { useAttributeTexts } from './use-attribute-texts.ts';

/** One change: what was, and what is. */
export function ChangeLine({ field, before, after }: FieldChange) {
  const text = useActionTexts();
  const { nameOf, valueOf } = useAttributeTexts();
  return (
    <>
      <span className="tt-muted">{text('ofField', { field: nameOf(field) })} </span>
      <del aria-label={text('before')}>{valueOf(field, before)}</del>
      {' → '}
      <ins aria-label={text('after')}>{valueOf(field, after)}</ins>
    </>
  );
}
