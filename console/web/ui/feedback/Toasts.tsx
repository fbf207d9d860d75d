import { IconX } from '@tabler/icons-react';
import { useStore } from '#web/lib/store.ts';
import { Button } from '../button/Button.tsx';
import { IconButton } from '../button/IconButton.tsx';
import { closeToast, toasts, type Toast } from './toast-store.ts';
import { WithRequestId } from '../text/WithRequestId.tsx';
import { useUiTexts } from '../texts/en.ts';
import './toast.css';

function ToastCard({ toast }: { readonly toast: Toast }) {
  const text = useUiTexts();
  const takeBack = () => {
    toast.undo?.();
    closeToast(toast.id);
  };
  return (
    <li className="tt-toast" data-tone={toast.tone}>
      <span>
        <WithRequestId text={toast.text} />
      </span>
      {toast.undo !== undefined && <Button onClick={takeBack}>{text('undo')}</Button>}
      <IconButton
        small
        label={text('close')}
        icon={<IconX size={14} />}
        onClick={() => closeToast(toast.id)}
      />
    </li>
  );
}

/** The region of toasts, a polite live region. Once per document. */
export function Toasts() {
  const text = useUiTexts();
  const shown = useStore(toasts);
  return (
    <section className="tt-toasts" aria-label={text('notifications')} aria-live="polite">
      <ul>
        {shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </ul>
    </section>
  );
}
