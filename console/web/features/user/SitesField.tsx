import { MultiSelect } from '#web/ui/MultiSelect.tsx';
import { useUserSites } from './use-users.ts';
import { useUserTexts } from './use-user-texts.ts';

interface Props {
  readonly customer: { readonly id: number; readonly name: string };
  /** Undefined: not restricted. Empty: restricted to sites that are gone. */
  readonly sites: readonly number[] | undefined;
  readonly onChange: (sites: number[]) => void;
}

/** Sites of one client that the user sees; none chosen means all. */
export function SitesField({ customer, sites, onChange }: Props) {
  const text = useUserTexts();
  const chosen = sites ?? [];
  const { data = [] } = useUserSites(customer.id);
  return (
    <MultiSelect
      label={text('sitesOf', { client: customer.name })}
      options={data.map(({ id, name }) => ({ value: String(id), label: name }))}
      values={data.length === 0 ? [] : chosen.map(String)}
      placeholder={chosen.length > 0 ? '' : text(sites === undefined ? 'allSites' : 'sitesNone')}
      nothingFound={text('nothingFound')}
      onChange={(values) => onChange(values.map(Number).sort((one, other) => one - other))}
    />
  );
}
