import { z } from 'zod';
import { resourceLimits } from '#schemas/resource/resource.ts';
import { isDocumentKind } from '#schemas/resource/kind.ts';
import { TextField } from '#web/ui/field/TextField.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { useForm } from '../form/use-form.ts';
import { useDisabledReason } from '../permission/use-permission.ts';
import { placeCalls, type ResourcePlace } from './placed.ts';
import { resourceTouches } from './resource-touches.ts';
import type { Shareable } from './shareable.ts';
import { useResourceTexts } from './texts/en.ts';

interface Props {
  readonly place: ResourcePlace;
  readonly resource: Shareable;
  readonly onClose: () => void;
}

const StatusForm = z.object({ comment: z.string().max(resourceLimits.commentMax, 'TOO_LONG') });

/** Activates or deactivates a resource, with a comment. */
export function StatusDialog({ place, resource, onClose }: Props) {
  const text = useResourceTexts();
  const calls = placeCalls(place);
  const { id, name, version, status } = resource;
  const active = !status.active;
  const hint = active ? 'activateHint' : 'deactivateHint';
  const form = useForm<{ readonly comment: string }>({
    initial: { comment: '' },
    contract: StatusForm,
    store: ({ comment }) => calls.setStatus(id, { version, active, comment }),
    done: () => text(active ? 'activated' : 'deactivated', { name }),
    touches: resourceTouches(place.kind),
    onSaved: onClose,
    onClosed: onClose,
  });
  return (
    <FormDialog
      title={text(active ? 'activateTitle' : 'deactivateTitle', { name })}
      form={form}
      disabledReason={useDisabledReason(calls.updateStatus)}
      action={text(active ? 'activateAction' : 'deactivateAction')}
      width={460}
    >
      <p>{text(isDocumentKind(place.kind) ? `${hint}_${place.kind}` : hint)}</p>
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
