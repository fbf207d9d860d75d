import { Fragment } from 'react';
import type { ElementDifference } from '#schemas/inventory/change/attribute-routes.ts';
import { propertyName } from '#schemas/inventory/list/property-names.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useActionTexts } from '#web/kernel/action-log/texts/en.ts';
import { useAttributeTexts } from '#web/kernel/action-log/use-attribute-texts.ts';
import { useChangeTexts } from './texts/en.ts';

/** Rows that a dialog shows; the others are counted. */
const SHOWN = 100;

/** What a change would change, element by element. */
export function DifferenceView({ elements }: { readonly elements: readonly ElementDifference[] }) {
  const text = useChangeTexts();
  const actionText = useActionTexts();
  const language = useLanguage();
  const { nameOf, valueOf } = useAttributeTexts();
  const hidden = elements.length - SHOWN;
  return (
    <div className="tt-inventory-difference">
      <table aria-label={text('changes')}>
        <thead>
          <tr>
            <th scope="col">{propertyName('name', language)}</th>
            <th scope="col">{text('attribute')}</th>
            <th scope="col">{actionText('before')}</th>
            <th scope="col">{actionText('after')}</th>
          </tr>
        </thead>
        <tbody>
          {elements.slice(0, SHOWN).map(({ id, name, fields }) => (
            <Fragment key={id}>
              {fields.map(({ field, before, after }, index) => (
                <tr key={field}>
                  {index === 0 && (
                    <th scope="rowgroup" rowSpan={fields.length}>
                      {name}
                    </th>
                  )}
                  <td>{nameOf(field)}</td>
                  <td>{valueOf(field, before)}</td>
                  <td>{valueOf(field, after)}</td>
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      {hidden > 0 && <p className="tt-muted">{text('more', { count: hidden })}</p>}
    </div>
  );
}
