import { Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { IconSelector } from '@tabler/icons-react';
import { labelled } from '#web/lib/labelled.ts';
import { useLanguage } from '#web/lib/text.ts';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { useKernelTexts } from '../text/en.ts';
import { useShellContext } from './use-shell-context.ts';

const load = () => import('#web/ui/field/Select.tsx');
const Select = lazyOverlay(load, 'Select');

/** Switches the customer of the page: a button that becomes a searchable list. */
export function CustomerPicker() {
  const text = useKernelTexts();
  const language = useLanguage();
  const navigate = useNavigate();
  const { session, customer, pathname } = useShellContext();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus();
    wasOpen.current = open;
  }, [open]);
  const closed = (
    <button
      ref={button}
      type="button"
      className="tt-customer-button"
      aria-haspopup="listbox"
      aria-label={labelled(text('customer'), customer?.name ?? text('chooseCustomer'), language)}
      onPointerEnter={() => void load()}
      onClick={() => setOpen(true)}
    >
      <span className="tt-ellipsis">{customer?.name ?? text('chooseCustomer')}</span>
      <IconSelector size={15} />
    </button>
  );
  return (
    <div className="tt-customer">
      {open ? (
        <Suspense fallback={closed}>
          <Select
            quietLabel
            searchable
            startOpen
            label={text('findCustomer')}
            options={session.customers.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={customer === undefined ? null : String(customer.id)}
            nothingFound={text('noCustomerFound')}
            onClose={() => setOpen(false)}
            onChange={(id) => void navigate({ to: pathname as '/alert', search: { customer: Number(id) } })}
          />
        </Suspense>
      ) : (
        closed
      )}
    </div>
  );
}
