import { Banner } from '#web/ui/Banner.tsx';
import { useKernelTexts } from '../text/use-kernel-texts.ts';
import type { Call } from './lack-of.ts';
import { useLack } from './use-permission.ts';

/** Says above a page that it is only read, and why; nothing for who may make the call. The shell says when the server is read-only. */
export function ReadOnlyNote({ call }: { readonly call: Call }) {
  const text = useKernelTexts();
  const reason = useLack(call);
  return reason === undefined ? null : <Banner tone="info">{text('onlyRead', { reason })}</Banner>;
}
