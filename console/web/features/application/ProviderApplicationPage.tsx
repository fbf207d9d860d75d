import { updatePrecedence } from '#schemas/application/routes.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { providerApplicationApi } from './application-api.ts';
import { useProviderApplicationSearch } from './application-search.ts';
import { ApplicationsView } from './ApplicationsView.tsx';
import { applicationTouches, useApplications } from './application-queries.ts';
import { useApplicationTexts } from './texts/en.ts';

const owners = ['provider', 'customer'] as const;

/** Whether the applications of the provider or of the customer are matched first. */
function Precedence() {
  const text = useApplicationTexts();
  const { data } = useApplications(providerApplicationApi);
  const { run } = useRouteAction(updatePrecedence, { touches: applicationTouches });
  const disabledReason = useDisabledReason(updatePrecedence);
  if (data === undefined) return null;
  return (
    <label className="tt-application-precedence">
      <span className="tt-muted">{text('precedence')}</span>
      <Select
        quietLabel
        label={text('precedence')}
        disabled={disabledReason !== undefined}
        options={owners.map((owner) => ({ value: owner, label: text(`first-${owner}`) }))}
        value={data.precedence}
        onChange={(value) => {
          const body = { precedence: value === 'customer' ? ('customer' as const) : ('provider' as const) };
          run({ body }, { done: text('precedenceSaved') });
        }}
      />
    </label>
  );
}

/** Custom applications of the provider. */
export function ProviderApplicationPage() {
  const { search, change } = useProviderApplicationSearch();
  return (
    <ApplicationsView api={providerApplicationApi} search={search} change={change} tools={<Precedence />} />
  );
}
