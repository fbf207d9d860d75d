import {
  lazy,
  useEffect,
  useEffectEvent,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from 'react';
import { isCodeMissing, serverResponds } from '#web/lib/missing-code.ts';
import { showToast } from '../feedback/toast-store.ts';
import { useUiTexts } from '../texts/en.ts';

interface MissingProps {
  readonly onClose?: () => void;
  readonly target?: ReactNode;
}

/** Takes the place of an overlay whose code is missing: says why it does not open, or reloads once the server responds again. */
function MissingOverlay({ onClose, target }: MissingProps) {
  const text = useUiTexts();
  const reportOrReload = useEffectEvent(async () => {
    if (await serverResponds()) return location.reload();
    showToast({ text: text('notOpened'), tone: 'bad' });
    onClose?.();
  });
  useEffect(() => void reportOrReload(), []);
  return target;
}

type Overlay<Part> =
  Part extends ComponentType<infer Props>
    ? LazyExoticComponent<ComponentType<Props & Pick<MissingProps, 'onClose'>>>
    : never;

/**
 * A dialog or menu of a module, whose code is loaded when it opens. If the server does not respond then, the page stays as it is: what it
 * shows is the last known state of the network. `onClose` takes the overlay away, so that it can be opened again; menus, which close by
 * themselves, have it for this only.
 */
export const lazyOverlay = <Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Overlay<Module[Name]> =>
  lazy(() =>
    load().then(
      (module) => ({ default: module[name] as ComponentType<MissingProps> }),
      (error: unknown) => {
        if (isCodeMissing(error)) return { default: MissingOverlay };
        throw error;
      },
    ),
  ) as Overlay<Module[Name]>;
