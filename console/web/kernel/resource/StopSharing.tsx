import { isDocumentKind, type SharedKind } from '#schemas/resource/kind.ts';
import { sharingRoutes } from '#schemas/sharing/routes.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { useRouteAction } from '../query/use-route-action.ts';
import { resourceTouches } from './resource-touches.ts';
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
  const { id, name, version } = resource;
  const { run } = useRouteAction(sharingRoutes[kind].unshare, { touches: resourceTouches(kind) });
  const stop = () =>
    run(
      { params: { resourceId: id }, query: { version } },
      { done: text('shared', { name }), onDone: onStopped, onFailure: onClose },
    );
  return (
    <ConfirmDialog
      open
      layer="stop"
      title={text('stopTitle', { name })}
      consequence={text(isDocumentKind(kind) ? 'stopHint_document' : 'stopHint')}
      action={text('stop')}
      onClose={onClose}
      onConfirm={stop}
    />
  );
}
