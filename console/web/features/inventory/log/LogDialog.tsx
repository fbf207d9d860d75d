import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { useChangeTexts } from '../change/use-change-texts.ts';
import { ActionLog } from './ActionLog.tsx';

interface Props {
  readonly customer: number;
  readonly onClose: () => void;
}

/** The action log of the inventory of a customer. */
export function LogDialog({ customer, onClose }: Props) {
  const text = useChangeTexts();
  return (
    <Dialog open width={760} title={text('logTitle')} onClose={onClose}>
      <ActionLog customer={customer} />
    </Dialog>
  );
}
