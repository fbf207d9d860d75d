import type { ApplicationEntry } from '#schemas/application/application.ts';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { TimeIn } from '#web/ui/text/Time.tsx';
import { comparedFields } from './provided-values.ts';
import { useApplicationTexts } from './texts/en.ts';

interface Props {
  readonly application: ApplicationEntry;
  readonly override: NonNullable<ApplicationEntry['override']>;
}

/** The values of the provider next to those in effect for the customer. */
export function ProvidedComparison({ application, override }: Props) {
  const text = useApplicationTexts();
  const resource = useResourceTexts();
  const { author, updatedAt } = override;
  const fields = comparedFields(application, (active) => resource(active ? 'active' : 'inactive'));
  return (
    <table className="tt-application-compared">
      <caption className="tt-muted">
        <TimeIn
          sentence={(at) => text('overriddenBy', { author: author ?? text('deletedUser'), at })}
          at={updatedAt}
        />
      </caption>
      <thead>
        <tr>
          <th scope="col" aria-label={text('comparedField')} />
          <th scope="col">{text('provided')}</th>
          <th scope="col">{text('effective')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, provided, effective, differs }) => (
          <tr key={field} data-differs={differs || undefined}>
            <th scope="row">{text(field)}</th>
            <td>{provided === '' ? text('nothing') : provided}</td>
            <td>
              {effective === '' ? text('nothing') : effective}
              {differs && <span className="tt-hidden"> ({text('differs')})</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
