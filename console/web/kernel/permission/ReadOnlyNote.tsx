import { Banner } from '#web/ui/feedback/Banner.tsx';
import { useKernelTexts } from '../text/en.ts';
import type { PermissionCall } from './missing-permission.ts';
import { useMissingPermission } from './use-permission.ts';

/** Above a page the user can only read: the missing permission. The shell reports a read-only server. */
export function ReadOnlyNote({ call }: { readonly call: PermissionCall }) {
  const text = useKernelTexts();
  const reason = useMissingPermission(call);
  return reason === undefined ? null : <Banner tone="info">{text('onlyRead', { reason })}</Banner>;
}
