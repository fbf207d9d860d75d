import { useState } from 'react';
import { MAX_MOTIVATION, switchCollection } from '#schemas/inventory/change/collection-routes.ts';
import { collectionEffect } from '#schemas/limit/collection.ts';
import { warningText } from '#schemas/problem/warning.ts';
import { call } from '#web/kernel/api/call.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { forEachPart, type ChangeTarget } from './change-target.ts';
import { useChangeTexts } from './texts/en.ts';
import { useChange } from './use-changes.ts';

interface Props {
  readonly target: ChangeTarget;
  readonly active: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

/** Activates or deactivates the collection of elements, with a motivation. */
export function SwitchDialog({ target, active, onDone, onClose }: Props) {
  const text = useChangeTexts();
  const language = useLanguage();
  const [comment, setComment] = useState('');
  const { kind, count, element } = target;
  const verb = active ? 'activate' : 'deactivate';
  const title =
    element === undefined ? text(`${verb}Title`, { count }) : text(`${verb}One`, { name: element.name });
  const change = useChange({
    send: () =>
      forEachPart(target, ({ customerId, chosen }) =>
        call(switchCollection, { params: { customerId, kind }, body: { chosen, active, comment } }),
      ),
    summaryOf(replies) {
      const unchanged = sum(replies.map((reply) => reply.unchanged));
      const switched = sum(replies.map((reply) => reply.switched));
      const done = text(active ? 'activated' : 'deactivated', { count: switched });
      return unchanged === 0 ? done : `${done}, ${text('unchanged', { count: unchanged })}`;
    },
    onDone() {
      onDone();
      onClose();
    },
  });
  const { minMinutes: min, maxMinutes: max } = collectionEffect;
  return (
    <Dialog open title={title} onClose={onClose}>
      <Form
        label={text(verb)}
        onSubmit={() => change.run(undefined)}
        actions={
          <>
            <Button onClick={onClose}>{text('cancel')}</Button>
            <Button kind="primary" type="submit" busy={change.isPending}>
              {text(verb)}
            </Button>
          </>
        }
      >
        {!active && <p>{text('deactivateHint')}</p>}
        <TextArea
          first
          label={text('motivation')}
          description={text('motivationHint')}
          rows={3}
          maxLength={MAX_MOTIVATION}
          value={comment}
          onChange={setComment}
        />
        <p className="tt-muted">
          {warningText('COLLECT_DELAY', language, { min, max })} {text('trueDelay')}
        </p>
      </Form>
    </Dialog>
  );
}
