import { useSession } from '#web/kernel/session/session.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { useDashboardTexts } from './texts/en.ts';
import { useShownCustomer } from './view/use-shown-customer.ts';

/** In the multi-client space a template shows the data of a customer that the user selects. */
export function CustomerOfTemplate({ onChoose }: { readonly onChoose: (id: number) => void }) {
  const text = useDashboardTexts();
  const shown = useShownCustomer();
  const { customers } = useSession();
  return (
    <Select
      quietLabel
      searchable
      label={text('customerOfTemplate')}
      options={customers.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={shown === undefined ? null : String(shown)}
      onChange={(id) => onChoose(Number(id))}
    />
  );
}
