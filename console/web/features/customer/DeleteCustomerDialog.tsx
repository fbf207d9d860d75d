import { useState } from 'react';
import { deleteCustomer } from '#schemas/customer/routes.ts';
import type { Customer } from '#schemas/customer/customer.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { customerTouches } from './customer-queries.ts';
import { useCustomerTexts } from './texts/en.ts';
import './customer.css';

/** Deletes a customer once its client id is typed, against deleting the wrong one by habit. */
export function DeleteCustomerDialog({
  customer,
  onClose,
}: {
  readonly customer: Customer;
  readonly onClose: () => void;
}) {
  const text = useCustomerTexts();
  const ui = useUiTexts();
  const language = useLanguage();
  const { run, isPending } = useRouteAction(deleteCustomer, { touches: customerTouches });
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<unknown>();
  const { id, name, clientId, sites } = customer;
  const remove = () =>
    run(
      { params: { id }, query: { clientId: typed } },
      { done: text('wasDeleted', { name }), onDone: onClose, onProblem: setProblem },
    );
  const unconfirmed = typed === clientId ? undefined : problemText('CLIENT_ID_UNCONFIRMED', language);
  const actions = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="danger" disabledReason={unconfirmed} busy={isPending} onClick={remove}>
        {text('delete')}
      </Button>
    </>
  );
  return (
    <Dialog open title={text('deleteTitle', { name })} onClose={onClose} actions={actions}>
      <div className="tt-customer-remove">
        {problem !== undefined && <Banner tone="bad">{sentenceOf(problem, language)}</Banner>}
        <p>{text('deleteConsequence', { count: sites })}</p>
        <TextField first label={text('repeatId', { id: clientId })} value={typed} onChange={setTyped} />
      </div>
    </Dialog>
  );
}
