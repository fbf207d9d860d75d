import { useEffect, useEffectEvent, useMemo } from 'react';
import { useMachine } from '@xstate/react';
import { fromPromise } from 'xstate';
import { deleteUser, lockUser, renewPassword, unlockUser } from '#schemas/user/routes.ts';
import type { User } from '#schemas/user/user.ts';
import { call } from '#web/kernel/api/call.ts';
import { showToast } from '#web/ui/toast-store.ts';
import { lockMachine, type Unlocked } from './lock.machine.ts';
import { useRefreshUsers } from './use-users.ts';
import { useUserTexts } from './use-user-texts.ts';

interface Options {
  readonly user: User;
  readonly onPassword: (password: string) => void;
  readonly onDeleted: () => void;
}

/** Locks, unlocks, renews the password of and deletes a user. */
export function useLock({ user, onPassword, onDeleted }: Options) {
  const text = useUserTexts();
  const refresh = useRefreshUsers();
  const { username } = user;
  const params = { id: user.id };
  const lock = useEffectEvent(async () => {
    await call(lockUser, { params });
    showToast({ text: text('wasLocked', { username }) });
    await refresh();
  });
  const unlock = useEffectEvent(async (confirmed: boolean): Promise<Unlocked> => {
    const answer = await call(unlockUser, { params, body: { confirmed } });
    if (answer.is === 'unlocked') showToast({ text: text('wasUnlocked', { username }) });
    await refresh();
    return answer.is;
  });
  const renew = useEffectEvent(async () => {
    const { password } = await call(renewPassword, { params });
    onPassword(password);
    await refresh();
  });
  const remove = useEffectEvent(async () => {
    await call(deleteUser, { params });
    showToast({ text: text('wasDeleted', { username }) });
  });
  const machine = useMemo(
    () =>
      lockMachine.provide({
        actors: {
          'lock the account': fromPromise<void>(() => lock()),
          'unlock the account': fromPromise<Unlocked, { readonly confirmed: boolean }>(({ input }) =>
            unlock(input.confirmed),
          ),
          'make a password': fromPromise<void>(() => renew()),
          'delete the account': fromPromise<void>(() => remove()),
        },
      }),
    [],
  );
  const [state, send] = useMachine(machine);
  const deleted = useEffectEvent(() => {
    if (!state.matches('deleted')) return;
    onDeleted();
    void refresh();
  });
  useEffect(() => deleted(), [state.status]);
  return { state, send };
}
