import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Route } from '#schemas/route.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import type { CallArguments, QueryTarget } from '../query/route-query.ts';
import { useRouteAction, type ActionOutcome } from '../query/use-route-action.ts';

interface Props<R extends Route> {
  readonly route: R;
  readonly args: CallArguments<R>;
  readonly touches: readonly QueryTarget[];
  readonly title: string;
  readonly consequence: string;
  /** The verb of the title. */
  readonly action: string;
  /** The toast after it is removed, or what the reply leads to. */
  readonly done: ActionOutcome<z.output<R['reply']>>['done'] & {};
  readonly onClose: () => void;
  /** Why it cannot be removed yet. */
  readonly disabledReason?: string | undefined;
  /** What loses it, below the consequence. */
  readonly children?: ReactNode;
}

/** Confirms and runs a removal. */
export function RemovalDialog<R extends Route>(props: Props<R>) {
  const { route, args, touches, title, consequence, action, done, onClose, disabledReason, children } = props;
  const { run } = useRouteAction(route, { touches });
  return (
    <ConfirmDialog
      open
      title={title}
      consequence={consequence}
      action={action}
      disabledReason={disabledReason}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        run(args, { done });
      }}
    >
      {children}
    </ConfirmDialog>
  );
}
