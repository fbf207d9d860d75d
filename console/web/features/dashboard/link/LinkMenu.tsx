import { IconLink, IconLock } from '@tabler/icons-react';
import type { DocumentEntry } from '#schemas/dashboard/entry.ts';
import type { DocumentPeriod } from '#schemas/dashboard/document.ts';
import { documentLinks, documentReaders } from '#schemas/dashboard/link-routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { basePath } from '#web/lib/base-path.ts';
import { now } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Menu } from '#web/ui/menu/Menu.tsx';
import { useDocumentPlace } from '../document-page.ts';
import { periodBounds, periodFrom } from '../view/period-text.ts';
import { selectionFrom } from '../view/selection-text.ts';
import { useShownCustomer } from '../view/use-shown-customer.ts';
import { readersText } from './readers-text.ts';
import { useLinkTexts } from './texts/en.ts';

/** Copies the address of a link; returns false where the browser does not let the page. */
async function copied(link: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch {
    // Without https there is no clipboard at all.
    return false;
  }
}

/** Makes a short link to the document as it is shown. `isLocked`: with the period as it is now. */
function useMakeLink({ id, document }: Pick<DocumentEntry, 'id' | 'document'>) {
  const { api, search } = useDocumentPlace();
  const { kind, customerId } = api;
  const { customer: ofCustomer, provider: ofProvider } = documentLinks[kind];
  const shown = useShownCustomer();
  const chosen = periodFrom(search.period);
  const lockedPeriod = (): DocumentPeriod => ({
    kind: 'fixed',
    ...periodBounds(chosen ?? document.period, Math.floor(now() / 1_000)),
  });
  return async (isLocked: boolean): Promise<string> => {
    const period = isLocked ? lockedPeriod() : (chosen ?? null);
    const selection = Object.fromEntries(
      Object.entries(selectionFrom(search.selection)).map(([filter, ids]) => [filter, [...ids]]),
    );
    const { id: link } =
      customerId === undefined
        ? await call(ofProvider, {
            params: { resourceId: id },
            body: { period, selection, customer: shown ?? null },
          })
        : await call(ofCustomer, { params: { customerId, resourceId: id }, body: { period, selection } });
    return new URL(`${basePath()}/link/${link}`, location.origin).href;
  };
}

/** Says who may read the document; where that cannot be read, that its readers may. */
function useWhoReads({ id }: Pick<DocumentEntry, 'id'>): () => Promise<string> {
  const text = useLinkTexts();
  const language = useLanguage();
  const { kind, customerId } = useDocumentPlace().api;
  return async () => {
    if (customerId === undefined) return text('itsReaders');
    try {
      const params = { customerId, resourceId: id };
      return readersText(await call(documentReaders[kind], { params }), { text, language });
    } catch {
      // The link is copied all the same.
      return text('itsReaders');
    }
  };
}

/** Copies a short link to the document with period and selection. */
export function LinkMenu({ entry }: { readonly entry: DocumentEntry }) {
  const text = useLinkTexts();
  const language = useLanguage();
  const { api } = useDocumentPlace();
  const { customer, provider } = documentLinks[api.kind];
  const disabledReason = useDisabledReason(api.customerId === undefined ? provider : customer);
  const make = useMakeLink(entry);
  const who = useWhoReads(entry);
  const copy = async (isLocked: boolean): Promise<void> => {
    try {
      const link = await make(isLocked);
      if (!(await copied(link))) return showToast({ text: text('notCopied', { link }) });
      showToast({ text: `${text('copied')} ${await who()}` });
    } catch (problem) {
      showToast({ text: sentenceOf(problem, language), tone: 'bad' });
    }
  };
  return (
    <Menu
      target={
        <IconButton label={text('copyLink')} icon={<IconLink size={16} />} disabledReason={disabledReason} />
      }
      items={[
        { is: 'action', label: text('copyLink'), icon: <IconLink size={15} />, run: () => void copy(false) },
        {
          is: 'action',
          label: text('copyLocked'),
          icon: <IconLock size={15} />,
          run: () => void copy(true),
        },
      ]}
    />
  );
}
