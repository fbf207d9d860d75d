import { lazy, useEffect, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';
import { isCodeMissing, serverResponds } from '#web/lib/missing-code.ts';
import { showToast } from '../feedback/toast-store.ts';
import { useUiTexts } from '../use-ui-texts.ts';

interface MissingProps {
  readonly onClose?: () => void;
  readonly target?: ReactNode;
}

/** Takes the place of an overlay whose code is missing: says why it does not open, or reloads once the server responds again. */
function MissingOverlay({ onClose, target }: MissingProps) {
  const text = useUiTexts();
  useEffect(() => {
    void serverResponds().then((responds) => {
      if (responds) location.reload();
      else showToast({ text: text('notOpened'), tone: 'bad' });
      onClose?.();
    });
    // Once: it is drawn again each time the overlay is opened.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return target;
}

type Overlay<Part> =
  Part extends ComponentType<infer Props> ? LazyExoticComponent<ComponentType<Props>> : never;

/**
 * A dialog or menu of a module, whose code is loaded when it opens. If the server does not respond then, the page stays as it is: what it
 * shows is the last known state of the network.
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
