import { useState } from 'react';
import type { ApplicationEntry } from '#schemas/application/application.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { OrderDialog } from '#web/ui/order/OrderDialog.tsx';
import type { ApplicationApi } from './application-api.ts';
import { applicationTouches } from './application-queries.ts';
import { useApplicationTexts } from './texts/en.ts';

interface Props {
  readonly api: ApplicationApi;
  /** The applications that the user can change, in their current order. */
  readonly applications: readonly ApplicationEntry[];
  /** Of that order. */
  readonly version: string;
  readonly onClose: () => void;
}

/** The order in which applications are matched. */
export function ApplicationOrderDialog({ api, applications, version, onClose }: Props) {
  const text = useApplicationTexts();
  const { run, isPending } = useAction(applicationTouches);
  // Of the order that the user has seen: a later one of another user is not overwritten.
  const [seen] = useState(version);
  return (
    <OrderDialog
      title={text('orderTitle')}
      hint={text('orderHint')}
      label={text('applications')}
      findLabel={text('find')}
      entries={applications}
      busy={isPending}
      onSave={(ids) => run(() => api.order(ids, seen), { done: text('orderSaved'), onDone: onClose })}
      onClose={onClose}
    />
  );
}
