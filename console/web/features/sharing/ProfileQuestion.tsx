import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sharingRoutes } from '#schemas/sharing/routes.ts';
import type { ShareTargets } from '#schemas/sharing/routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { refreshResources } from '#web/kernel/resource/refresh-resources.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
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

/** Asks before a template is shared with a profile, or no longer shared. */
export function ProfileQuestion(props: Props) {
  const { template, profile, onClose } = props;
  const text = useSharingTexts();
  const language = useLanguage();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => send(props),
    onSuccess: () => showToast({ text: text('done', { name: template.name }) }),
    onError: (problem) => showToast({ text: sentenceOf(problem, language), tone: 'bad' }),
    onSettled: async () => {
      await refreshResources(queries, template.kind);
      onClose();
    },
  });
  const isShared = hasProfile(template.share, profile.id);
  const names = { name: template.name, profile: profile.name };
  const actions = (
    <>
      <Button onClick={onClose}>{text('cancel')}</Button>
      <Button kind={isShared ? 'danger' : 'primary'} busy={isPending} onClick={() => mutate()}>
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
