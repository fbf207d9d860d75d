import { useMachine } from '@xstate/react';
import {
  changeUserSignInMethod,
  deleteUser,
  revokeUserSessions,
  lockUser,
  deleteUserSecondFactor,
  issueUserPassword,
  unlockUser,
} from '#schemas/user/routes.ts';
import type { User } from '#schemas/user/user.ts';
import { call } from '#web/kernel/api/call.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { userActionsMachine } from './user-actions.machine.ts';
import { useRefresh } from '#web/kernel/query/use-refresh.ts';
import { userTouches } from './user-queries.ts';
import { useUserTexts } from './texts/en.ts';

interface Options {
  readonly user: User;
  readonly onPassword: (password: string) => void;
  readonly onDeleted: () => void;
}

/** The actions on a user from the details. */
export function useUserActions({ user, onPassword, onDeleted }: Options) {
  const text = useUserTexts();
  const refresh = useRefresh(...userTouches);
  const { username } = user;
  const params = { id: user.id };
  const [state, send] = useMachine(userActionsMachine, {
    input: {
      async lock() {
        await call(lockUser, { params });
        showToast({ text: text('wasLocked', { username }) });
        await refresh();
      },
      async unlock(confirmed) {
        const response = await call(unlockUser, { params, body: { confirmed } });
        if (response.is === 'unlocked') showToast({ text: text('wasUnlocked', { username }) });
        await refresh();
        return response.is;
      },
      async renew() {
        const { password } = await call(issueUserPassword, { params });
        onPassword(password);
        await refresh();
      },
      async changeSignInMethod(elsewhere) {
        const { password } = await call(changeUserSignInMethod, { params, body: { elsewhere } });
        if (password === null) showToast({ text: text('signsInElsewhereNow', { username }) });
        else onPassword(password);
        await refresh();
      },
      async removeFactor() {
        await call(deleteUserSecondFactor, { params });
        showToast({ text: text('factorWasRemoved', { username }) });
        await refresh();
      },
      async endSessions() {
        const { ended } = await call(revokeUserSessions, { params });
        showToast({ text: text('sessionsEnded', { count: ended }) });
      },
      async remove() {
        await call(deleteUser, { params });
        showToast({ text: text('wasDeleted', { username }) });
        onDeleted();
        await refresh();
      },
    },
  });
  return { state, send };
}
