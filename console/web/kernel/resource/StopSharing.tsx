import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isDocumentKind } from '#schemas/resource/kind.ts';
import type { SharedKind } from '#schemas/resource/kind.ts';
import { sharingRoutes } from '#schemas/sharing/routes.ts';
import { useLanguage } from '#web/lib/text.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { sentenceOf } from '../api/api-problem.ts';
import { call } from '../api/call.ts';
import { refreshResources } from './refresh-resources.ts';
import type { Shareable } from './shareable.ts';
import { useResourceTexts } from './texts/en.ts';

interface Props {
  readonly kind: SharedKind;
  readonly resource: Shareable;
  readonly onClose: () => void;
  readonly onStopped: () => void;
}

/** Stops sharing with all targets the user can see. */
export function StopSharing({ kind, resource, onClose, onStopped }: Props) {
  const text = useResourceTexts();
  const language = useLanguage();
  const queries = useQueryClient();
  const { id, name, version } = resource;
  const { mutate } = useMutation({
    mutationFn: () => call(sharingRoutes[kind].unshare, { params: { resourceId: id }, query: { version } }),
    onSuccess: () => {
      showToast({ text: text('shared', { name }) });
      onStopped();
    },
    onError: (problem) => {
      showToast({ text: sentenceOf(problem, language), tone: 'bad' });
      onClose();
    },
    onSettled: () => refreshResources(queries, kind),
  });
  return (
    <ConfirmDialog
      open
      layer="stop"
      title={text('stopTitle', { name })}
      consequence={text(isDocumentKind(kind) ? 'stopHint_document' : 'stopHint')}
      action={text('stop')}
      onClose={onClose}
      onConfirm={() => mutate()}
    />
  );
}
