import { useState } from 'react';
import {
  MAX_HANDOVER_TEXT,
  sendHandover,
  type HandoverMail,
} from '#schemas/alerting/handover-mail-routes.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { Picker } from '#web/ui/field/Picker.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { assigneeKey, useAssignees } from '../assignment/use-assignees.ts';
import { useAssignmentTexts } from '../assignment/texts/en.ts';
import { useOccurrenceTexts } from './texts/en.ts';

interface Props {
  readonly customerId: number;
  /** The summary, whose first line becomes the subject. */
  readonly summary: string;
  readonly onClose: () => void;
}

/** Sends the mail, and says who has no address. */
function useSend(customerId: number, onSent: () => void) {
  const text = useOccurrenceTexts();
  const { run, isPending } = useRouteAction(sendHandover, { touches: [] });
  const send = (body: HandoverMail): void =>
    run(
      { params: { customerId }, body },
      {
        done({ to: name, sent, withoutMail }) {
          const missing =
            withoutMail.length === 0 ? [] : [text('handoverWithoutMail', { names: withoutMail.join(', ') })];
          return { text: [text('handoverMailed', { name, count: sent }), ...missing].join(' ') };
        },
        onDone: onSent,
      },
    );
  return { send, isPending };
}

/** Mails the summary of a period, which can be edited before, to a user or to the users of a role. */
export function MailHandoverDialog({ customerId, summary, onClose }: Props) {
  const text = useOccurrenceTexts();
  const assignment = useAssignmentTexts();
  const ui = useUiTexts();
  const { me, found, options, more, setSearch } = useAssignees(customerId);
  const [to, setTo] = useState(me);
  const [draft, setDraft] = useState(summary);
  const [subject = ''] = summary.split('\n');
  const { send, isPending } = useSend(customerId, onClose);
  return (
    <Dialog open title={text('mailHandoverTitle')} width={680} onClose={onClose}>
      <Form
        label={text('mailHandoverSend')}
        onSubmit={() =>
          draft.trim() !== '' && send({ to: { kind: to.kind, id: to.id }, subject, text: draft })
        }
        actions={
          <>
            <Button onClick={onClose}>{ui('cancel')}</Button>
            <Button kind="primary" type="submit" busy={isPending}>
              {text('mailHandoverSend')}
            </Button>
          </>
        }
      >
        <Picker
          first
          label={text('mailHandoverTo')}
          description={more ? assignment('moreFound') : text('mailHandoverHint')}
          nothingFound={assignment('noneFound')}
          options={
            found.has(assigneeKey(to)) ? options : [{ value: assigneeKey(to), label: to.name }, ...options]
          }
          value={assigneeKey(to)}
          onSearch={setSearch}
          onChange={(value) => {
            setTo(found.get(value) ?? to);
            setSearch('');
          }}
        />
        <TextArea
          required
          label={text('mailHandoverText')}
          value={draft}
          maxLength={MAX_HANDOVER_TEXT}
          rows={12}
          onChange={setDraft}
        />
      </Form>
    </Dialog>
  );
}
