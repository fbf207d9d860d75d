import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  deleteInventoryElements,
  previewDeletion,
  type DeletionExtent,
} from '#schemas/inventory/change/deletion-routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import { Facts, type Fact } from '#web/ui/layout/Facts.tsx';
import { useInventoryTexts } from '../texts/en.ts';
import { forEachPart, type ChangeTarget } from './change-target.ts';
import { extentCounts, mergedExtent } from './extent-facts.ts';
import { useChangeTexts } from './texts/en.ts';
import { useChange } from './use-changes.ts';

interface Props {
  readonly target: ChangeTarget;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const childrenOf = ({ children }: DeletionExtent): number =>
  children.reduce((all, { count }) => all + count, 0);

/** What goes with the elements, counted. */
function Extent({ extent }: { readonly extent: DeletionExtent }) {
  const text = useChangeTexts();
  const inventory = useInventoryTexts();
  const language = useLanguage();
  const facts: Fact[] = [
    ...extent.children.map(({ kind, count }): Fact => [
      inventory(`kind_${kind}`),
      formatNumber(count, language),
    ]),
    ...extentCounts.flatMap((key): Fact[] =>
      extent[key] === 0 ? [] : [[text(key), formatNumber(extent[key], language)]],
    ),
  ];
  return (
    <section aria-label={text('goesWith')} className="tt-inventory-extent">
      {facts.length === 0 ? <p>{text('nothingElse')}</p> : <Facts facts={facts} />}
      <p className="tt-muted">
        {text('history')} {text('returns')}
      </p>
    </section>
  );
}

/** What goes with the elements: counted each time the dialog opens. */
function useExtent(target: ChangeTarget) {
  const { kind } = target;
  return useQuery({
    ...namedQuery('inventory-deletion', [target], async (signal) =>
      mergedExtent(
        await forEachPart(target, ({ customerId, chosen }) =>
          call(previewDeletion, { params: { customerId, kind }, body: { chosen }, signal }),
        ),
      ),
    ),
    gcTime: 0,
  });
}

/** Deletes elements, after the number of all that goes with them. */
export function DeleteDialog({ target, onDone, onClose }: Props) {
  const text = useChangeTexts();
  const language = useLanguage();
  const [force, setForce] = useState(false);
  const { kind, count, element } = target;
  const extent = useExtent(target);
  const change = useChange({
    send: () =>
      forEachPart(target, ({ customerId, chosen }) =>
        call(deleteInventoryElements, { params: { customerId, kind }, body: { chosen, force } }),
      ),
    summaryOf: (replies) =>
      text('deleted', { count: replies.reduce((all, { deleted }) => all + deleted, 0) }),
    onDone() {
      onDone();
      onClose();
    },
  });
  const children = extent.data === undefined ? 0 : childrenOf(extent.data);
  const mustForce = children > 0 && !force;
  return (
    <Dialog
      open
      title={
        element === undefined ? text('deleteTitle', { count }) : text('deleteOne', { name: element.name })
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('cancel')}</Button>
          <Button
            kind="danger"
            busy={change.isPending}
            disabledReason={
              extent.data === undefined ? text('counting') : mustForce ? text('forceFirst') : undefined
            }
            onClick={() => change.run(undefined)}
          >
            {text('delete')}
          </Button>
        </>
      }
    >
      {extent.isPending && <p role="status">{text('counting')}</p>}
      {extent.isError && <Banner tone="bad">{sentenceOf(extent.error, language)}</Banner>}
      {extent.data !== undefined && <Extent extent={extent.data} />}
      {children > 0 && (
        <Checkbox label={text('force', { count: children })} checked={force} onChange={setForce} />
      )}
    </Dialog>
  );
}
