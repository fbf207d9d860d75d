import { PanelMessage } from '#web/ui/panel/PanelMessage.tsx';
import { useQosTexts } from './use-qos-texts.ts';

/** In place of what concerns one customer, beside the classes of the provider. */
export function ChooseCustomer() {
  const text = useQosTexts();
  return (
    <PanelMessage state={{ is: 'empty', title: text('chooseCustomer'), hint: text('chooseCustomerHint') }} />
  );
}
