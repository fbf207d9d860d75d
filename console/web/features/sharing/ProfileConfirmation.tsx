import { sharingRoutes, type ShareTargets } from '#schemas/sharing/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { resourceTouches } from '#web/kernel/resource/resource-touches.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { hasProfile, withoutProfile, withProfile } from './profile-share.ts';
import type { SharedTemplate } from './sharing-queries.ts';
import { useSharingTexts } from './texts/en.ts';

interface Props {
  readonly template: SharedTemplate;
  readonly profile: ShareTargets['profiles'][number];
  readonly onClose: () => void;
}

function send({ template, profile }: Props) {
  const { id, kind, version, share } = template;
  const params = { resourceId: id };
  const nextShare = hasProfile(share, profile.id)
    ? withoutProfile(share, profile.id)
    : withProfile(share, profile.id);
  return nextShare === undefined
    ? call(sharingRoutes[kind].unshare, { params, query: { version } })
    : call(sharingRoutes[kind].share, { params, body: { ...nextShare, version } });
}

/** Confirms that a template is shared with a profile, or no longer shared. */
export function ProfileConfirmation(props: Props) {
  const { template, profile, onClose } = props;
  const text = useSharingTexts();
  const { run, isPending } = useAction(resourceTouches(template.kind));
  const change = () =>
    run(() => send(props), {
      done: text('done', { name: template.name }),
      onDone: onClose,
      onFailure: onClose,
    });
  const isShared = hasProfile(template.share, profile.id);
  const names = { name: template.name, profile: profile.name };
  const actions = (
    <>
      <Button onClick={onClose}>{text('cancel')}</Button>
      <Button kind={isShared ? 'danger' : 'primary'} busy={isPending} onClick={change}>
        {text(isShared ? 'unshare' : 'share')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      title={text(isShared ? 'unshareTitle' : 'shareTitle', names)}
      width={440}
      actions={actions}
      onClose={onClose}
    >
      <p>{isShared ? text('unshareHint') : text('shareHint', { count: profile.clients })}</p>
    </Dialog>
  );
}
