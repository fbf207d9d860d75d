import { useState } from 'react';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useGalleryTexts } from './texts/en.ts';

const nothing = () => undefined;

export function OverlaysSection() {
  const text = useGalleryTexts();
  const [open, setOpen] = useState<'dialog' | 'confirm'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <div className="tt-gallery-line">
        <Button onClick={() => setOpen('dialog')}>{text('openDialog')}</Button>
        <Button onClick={() => setOpen('confirm')}>{text('openConfirm')}</Button>
        <Button onClick={() => showToast({ text: text('toast'), undo: nothing })}>{text('showToast')}</Button>
      </div>
      <div className="tt-gallery-banners">
        <Banner tone="info">{text('info')}</Banner>
        <Banner tone="warning">{text('warning')}</Banner>
        <Banner tone="bad">{text('bad')}</Banner>
      </div>
      <Dialog title={text('openDialog')} open={open === 'dialog'} onClose={close}>
        <p>{text('dialogText')}</p>
      </Dialog>
      <ConfirmDialog
        title={text('confirmTitle')}
        consequence={text('confirmText')}
        action={text('confirmAction')}
        open={open === 'confirm'}
        onConfirm={close}
        onClose={close}
      />
    </>
  );
}
