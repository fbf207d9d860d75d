import { isColumnProcedure, procedureIn } from '#schemas/polling/procedure.ts';
import type { ListedPoller } from '#schemas/polling/routes.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { TestOnDevice } from './TestOnDevice.tsx';
import { usePollingTexts } from './texts/en.ts';

/** What is polled of a device: of a procedure of the product, the table that it reads. */
function listRequestOf({ level, oid, script, valueType, defaultValue }: ListedPoller) {
  const procedure = script === null ? undefined : procedureIn(script);
  const walk = procedure !== undefined && !isColumnProcedure(procedure);
  return { walk, reading: { level, oid, script: walk ? null : script, valueType, defaultValue } };
}

interface Props {
  readonly poller: ListedPoller;
  readonly onClose: () => void;
}

/** Tests a stored poller on a device. */
export function TestDialog({ poller, onClose }: Props) {
  const text = usePollingTexts();
  return (
    <Dialog
      open
      width={760}
      title={text('testTitle', { name: poller.name })}
      actions={<Button onClick={onClose}>{text('close')}</Button>}
      onClose={onClose}
    >
      <TestOnDevice requested={() => listRequestOf(poller)} incremental={poller.incremental} />
    </Dialog>
  );
}
