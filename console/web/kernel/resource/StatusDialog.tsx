import { z } from 'zod';
import { useQueryClient } from '@tanstack/react-query';
import { resourceLimits } from '#schemas/resource/resource.ts';
import { sharingRoutes, type SharedKind } from '#schemas/sharing/routes.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { showToast } from '#web/ui/toast-store.ts';
import { call } from '../api/call.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { useForm } from '../form/use-form.ts';
import { useRefusal } from '../permission/use-permission.ts';
import { readResourcesAgain } from './read-again.ts';
import type { Shareable } from './shareable.ts';
import { useResourceTexts } from './use-resource-texts.ts';

interface Props {
  readonly kind: SharedKind;
  readonly resource: Shareable;
  readonly onClose: () => void;
}

const StatusForm = z.object({ comment: z.string().max(resourceLimits.commentMax, 'TOO_LONG') });

/** Activates or deactivates a resource, with a comment. */
export function StatusDialog({ kind, resource, onClose }: Props) {
  const text = useResourceTexts();
  const queries = useQueryClient();
  const { id, name, version, status } = resource;
  const active = !status.active;
  const form = useForm<{ readonly comment: string }, void>({
    initial: { comment: '' },
    contract: StatusForm,
    async store({ comment }) {
      const body = { version, active, comment };
      await call(sharingRoutes[kind].status, { params: { resourceId: id }, body });
      showToast({ text: text(active ? 'activated' : 'deactivated', { name }) });
      await readResourcesAgain(queries, kind);
    },
    onSaved: onClose,
    onClosed: onClose,
  });
  return (
    <FormDialog
      title={text(active ? 'activateTitle' : 'deactivateTitle', { name })}
      form={form}
      refusal={useRefusal(sharingRoutes[kind].status)}
      action={text(active ? 'activateAction' : 'deactivateAction')}
      width={460}
    >
      <p>{text(active ? 'activateHint' : 'deactivateHint')}</p>
      <TextField
        id="comment"
        label={text('comment')}
        value={form.draft.comment}
        error={form.errorOf('comment')}
        onChange={(comment) => form.change({ comment })}
      />
    </FormDialog>
  );
}
