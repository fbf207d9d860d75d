import { useState } from 'react';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Picker } from '#web/ui/field/Picker.tsx';
import { useChangeTexts } from '../change/texts/en.ts';
import { ActionLog } from './ActionLog.tsx';

/** Customers whose log can be opened; the first one is shown. */
export type LogCustomers = readonly { readonly id: number; readonly name: string }[];

interface Props {
  readonly customers: LogCustomers;
  readonly onClose: () => void;
}

/** The action log of the inventory of a customer; of several, one is chosen. */
export function LogDialog({ customers, onClose }: Props) {
  const text = useChangeTexts();
  const [chosen, setChosen] = useState(customers[0]?.id);
  return (
    <Dialog open width={760} title={text('logTitle')} onClose={onClose}>
      {customers.length > 1 && (
        <Picker
          label={text('logCustomer')}
          nothingFound={text('logNoCustomer')}
          options={customers.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={chosen === undefined ? null : String(chosen)}
          onChange={(id) => setChosen(Number(id))}
        />
      )}
      {chosen !== undefined && <ActionLog key={chosen} customer={chosen} />}
    </Dialog>
  );
}
