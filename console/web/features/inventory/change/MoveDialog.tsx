import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { moveDevices, previewMove, type MoveTarget } from '#schemas/inventory/change/move-routes.ts';
import { listInventory } from '#schemas/inventory/list/routes.ts';
import { useActionTexts } from '#web/kernel/action-log/texts/en.ts';
import { call } from '#web/kernel/api/call.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { inventoryTouches } from '../inventory-queries.ts';
import { ChangeStep } from './ChangeStep.tsx';
import { DifferenceView } from './DifferenceView.tsx';
import { forEachPart, type ChangeTarget } from './change-target.ts';
import { MoveFollows } from './MoveFollows.tsx';
import { mergedMoveExtent, returnsOf, type MovedPart } from './move-facts.ts';
import { useChangeTexts } from './texts/en.ts';
import { useChange } from './use-changes.ts';

interface Props {
  readonly target: ChangeTarget;
  readonly onDone: (isAcross: boolean) => void;
  readonly onClose: () => void;
}

interface Planned {
  readonly customerId: number;
  readonly preview: z.output<typeof previewMove.reply>;
}

interface Place {
  readonly customer: string;
  readonly site: string;
}

/** A page of a select: further sites are found by their names in it. */
const LISTED_SITES = 1_000;

/** The sites of a customer that the user sees. */
function useSites(customer: string) {
  return useQuery({
    enabled: customer !== '',
    ...routeQuery(listInventory, {
      params: { customerId: Number(customer), kind: 'site' },
      query: { count: LISTED_SITES },
    }),
  });
}

interface PlaceProps {
  readonly title: string;
  readonly place: Place;
  readonly busy: boolean;
  readonly onChange: (place: Place) => void;
  readonly onPreview: () => void;
  readonly onClose: () => void;
}

/** The first step: where to. */
function PlaceStep({ title, place, busy, onChange, onPreview, onClose }: PlaceProps) {
  const text = useChangeTexts();
  const actionText = useActionTexts();
  const { customers } = useSession();
  const sites = useSites(place.customer);
  return (
    <Dialog open title={title} onClose={onClose}>
      <Form
        label={title}
        onSubmit={onPreview}
        actions={
          <>
            <Button onClick={onClose}>{text('cancel')}</Button>
            <Button
              kind="primary"
              type="submit"
              busy={busy}
              disabledReason={place.site === '' ? text('chooseSite') : undefined}
            >
              {text('showChanges')}
            </Button>
          </>
        }
      >
        <Select
          label={actionText('attribute_customer')}
          description={customers.length > 1 ? text('moveCustomerHint') : undefined}
          searchable
          options={customers.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={place.customer}
          onChange={(customer) => onChange({ customer, site: '' })}
        />
        <Select
          label={actionText('attribute_site')}
          searchable
          nothingFound={text('noSite')}
          options={(sites.data?.elements ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={place.site === '' ? null : place.site}
          onChange={(site) => onChange({ ...place, site })}
        />
      </Form>
    </Dialog>
  );
}

/** Offers to move devices back to where they were. */
function useReturn() {
  const text = useChangeTexts();
  const { run } = useAction(inventoryTouches);
  return (moved: readonly MovedPart[], customer: number): void =>
    run(
      async () => {
        for (const { elements, target } of moved.flatMap(returnsOf))
          await call(moveDevices, { params: { customerId: customer }, body: { elements, target } });
      },
      { done: text('movedBack') },
    );
}

interface FollowsProps {
  readonly planned: readonly Planned[];
  readonly isAcross: boolean;
  readonly busy: boolean;
  readonly onApply: () => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** The second step: what changes, and what follows from it. */
function FollowsStep({ planned, isAcross, busy, onApply, onBack, onClose }: FollowsProps) {
  const text = useChangeTexts();
  const moved = planned.flatMap(({ preview }) => preview.elements.filter(({ fields }) => fields.length > 0));
  const { length: count } = moved;
  return (
    <ChangeStep
      title={text('moveTitle', { count })}
      apply={text('moveApply', { count })}
      nothing={count === 0 ? text('noMove') : undefined}
      busy={busy}
      onApply={onApply}
      onBack={onBack}
      onClose={onClose}
    >
      {isAcross && <Banner tone="warning">{text('moveAcross')}</Banner>}
      <DifferenceView elements={moved} />
      <MoveFollows
        extent={mergedMoveExtent(planned.map(({ preview: { extent } }) => extent))}
        isAcross={isAcross}
      />
    </ChangeStep>
  );
}

/** Requests what follows, and moves. */
function useMove({ target: chosen, onDone, onClose }: Props, target: MoveTarget) {
  const text = useChangeTexts();
  const isAcross = chosen.parts.some(({ customerId }) => customerId !== target.customer);
  const moveBack = useReturn();
  const preview = useAction([]);
  const plan = () =>
    forEachPart(chosen, async ({ customerId, chosen: own }): Promise<Planned> => {
      const body = { chosen: own, target };
      return { customerId, preview: await call(previewMove, { params: { customerId }, body }) };
    });
  const apply = useChange({
    async send(planned: readonly Planned[]) {
      const all: MovedPart[] = [];
      for (const {
        customerId,
        preview: { elements },
      } of planned) {
        const moving = elements.filter(({ fields }) => fields.length > 0);
        if (moving.length === 0) continue;
        const named = moving.map(({ id, version }) => ({ id, version }));
        const body = { elements: named, target };
        all.push({ customerId, moved: (await call(moveDevices, { params: { customerId }, body })).moved });
      }
      return all;
    },
    summaryOf: (all) => text('moved', { count: all.reduce((sum, { moved }) => sum + moved.length, 0) }),
    undoOf: (all) => () => moveBack(all, target.customer),
    onDone() {
      onDone(isAcross);
      onClose();
    },
  });
  return { preview, plan, apply, isAcross };
}

/** Moves devices to another site: where to, then what follows, then they are moved. */
export function MoveDialog(props: Props) {
  const { target: chosen, onClose } = props;
  const text = useChangeTexts();
  const [first] = chosen.parts;
  const [place, setPlace] = useState<Place>({ customer: String(first?.customerId ?? ''), site: '' });
  const target = { customer: Number(place.customer), site: Number(place.site) };
  const { preview, plan, apply, isAcross } = useMove(props, target);
  const [planned, setPlanned] = useState<readonly Planned[]>();
  const title =
    chosen.element === undefined
      ? text('moveTitle', { count: chosen.count })
      : text('moveOne', { name: chosen.element.name });
  if (planned === undefined)
    return (
      <PlaceStep
        title={title}
        place={place}
        onClose={onClose}
        busy={preview.isPending}
        onChange={setPlace}
        onPreview={() => preview.run(plan, { onDone: setPlanned })}
      />
    );
  return (
    <FollowsStep
      planned={planned}
      isAcross={isAcross}
      onClose={onClose}
      busy={apply.isPending}
      onApply={() => apply.run(planned)}
      onBack={() => setPlanned(undefined)}
    />
  );
}
