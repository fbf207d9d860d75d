import { useState } from 'react';
import type { DashboardDocument } from '#schemas/dashboard/document.ts';
import { dashletTypes } from '#schemas/dashboard/dashlets.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { downloadBlob } from '#web/lib/download-text.ts';
import type { DataPage } from '../data/data-page.ts';
import { pictureOf } from './picture.ts';
import { settled } from './settled.ts';
import { usePictureTexts } from './use-picture-texts.ts';

const fileName = (title: string): string => `${title.replaceAll(/[^\p{L}\p{N} -]/gu, '')}.png`;

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Downloads pictures; a failure is a notification. */
export function usePictures() {
  const text = usePictureTexts();
  const [isBusy, setIsBusy] = useState(false);
  const download = async (node: HTMLElement | null, title: string): Promise<void> => {
    if (node === null) return;
    setIsBusy(true);
    try {
      downloadBlob(fileName(title), await pictureOf(node));
    } catch {
      showToast({ text: text('failed'), tone: 'bad' });
    }
    setIsBusy(false);
  };
  return {
    isBusy,
    ofDashlet: (id: string, title: string): Promise<void> =>
      download(document.querySelector<HTMLElement>(`[data-dashlet="${CSS.escape(id)}"]`), title),
    /** All of a page, also what is out of view. */
    ofPage: async (page: DataPage | null, { dashlets }: DashboardDocument, title: string): Promise<void> => {
      const asking = dashlets.filter(({ type }) => dashletTypes[type].question !== null);
      setIsBusy(true);
      if (page !== null)
        await settled(
          page,
          asking.map(({ id }) => id),
        );
      // What arrived is drawn in the frame after the next.
      await nextFrame();
      await nextFrame();
      await download(document.querySelector<HTMLElement>('.tt-dashlet-grid'), title);
    },
  };
}
