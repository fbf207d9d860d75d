import type { QueryClient } from '@tanstack/react-query';
import { fromPromise } from 'xstate';
import { authProviders, internalLogin } from '#schemas/account/routes.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { sessionQuery } from '#web/kernel/session/session.ts';
import { languageOf } from '#web/kernel/text/language.ts';
import { signInMachine, type Credentials } from './sign-in.machine.ts';

/** A page left open overnight holds a CSRF cookie of a past session: renewed once, then tried again. */
async function signIn(body: Credentials) {
  try {
    return await call(internalLogin, { body });
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || problem.code !== 'CSRF_INVALID') throw problem;
    await call(authProviders, {});
    return await call(internalLogin, { body });
  }
}

/** The sign-in machine with the real calls. */
export const signInWith = (queries: QueryClient) =>
  signInMachine.provide({
    actors: {
      'ask for the ways to sign in': fromPromise(async () => (await call(authProviders, {})).providers),
      'sign in': fromPromise(async ({ input }: { input: Credentials }) => {
        const session = await signIn(input);
        queries.setQueryData(sessionQuery.queryKey, session);
        languageOf(session.user);
        return session;
      }),
    },
  });
