import { compareNames } from '#schemas/order/name-order.ts';
import { warningText } from '#schemas/problem/warning.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { isOfAnotherType, type RestrictedTo } from './user-draft.ts';
import { useUserSites } from './user-queries.ts';
import { useUserTexts } from './texts/en.ts';

interface Props {
  readonly customer: { readonly id: number; readonly name: string };
  /** As stored. */
  readonly stored: RestrictedTo | undefined;
  /** Undefined: unrestricted. Empty: restricted to deleted sites. */
  readonly restriction: RestrictedTo | undefined;
  readonly onChange: (change: Partial<RestrictedTo>) => void;
}

interface FieldProps extends Props {
  readonly choices: NonNullable<ReturnType<typeof useUserSites>['data']>;
}

/** Available regions and those the user has: a region without sites may get some later. */
function RegionsField({ customer, restriction, onChange, choices }: FieldProps) {
  const text = useUserTexts();
  const chosen = restriction?.regions ?? [];
  const sitesOf = Map.groupBy(choices.sites, ({ region }) => region);
  const regions = [...new Set([...choices.regions, ...chosen])].sort(compareNames);
  if (regions.length === 0) return null;
  return (
    <MultiSelect
      label={text('regionsOf', { client: customer.name })}
      options={regions.map((region) => ({
        value: region,
        label: region,
        right: text('siteCount', { count: sitesOf.get(region)?.length ?? 0 }),
      }))}
      values={chosen}
      placeholder={chosen.length > 0 ? '' : text('choose')}
      nothingFound={text('nothingFound')}
      onChange={(values) => onChange({ regions: values.toSorted() })}
    />
  );
}

function SiteNames({ customer, restriction, onChange, choices: { sites } }: FieldProps) {
  const text = useUserTexts();
  const chosen = restriction?.sites ?? [];
  const regions = restriction?.regions ?? [];
  const placeholder =
    restriction === undefined ? 'allSites' : regions.length > 0 ? 'regionsAlone' : 'sitesNone';
  return (
    <MultiSelect
      label={text('sitesOf', { client: customer.name })}
      options={sites.map(({ id, name, region }) => ({ value: String(id), label: name, right: region }))}
      values={sites.length === 0 ? [] : chosen.map(String)}
      placeholder={chosen.length > 0 ? '' : text(placeholder)}
      nothingFound={text('nothingFound')}
      onChange={(values) => onChange({ sites: values.map(Number).sort((one, other) => one - other) })}
    />
  );
}

/** Regions and sites of one customer the user can see; none selected means all. */
export function SitesField(props: Props) {
  const language = useLanguage();
  const { data = { sites: [], regions: [] } } = useUserSites(props.customer.id);
  return (
    <>
      <div className="tt-form-pair">
        <RegionsField {...props} choices={data} />
        <SiteNames {...props} choices={data} />
      </div>
      {isOfAnotherType(props.stored, props.restriction) && (
        <Banner tone="warning">{warningText('FILTERED_ON_ANOTHER_TYPE', language)}</Banner>
      )}
    </>
  );
}
