import { useEffect, useMemo, useState } from 'react';
import { passwordFaults, type PasswordPolicy } from '#schemas/account/password-policy.ts';
import { commonestPasswords } from '#schemas/account/password/commonest.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { ruleState, type PasswordRule } from './password-rules.ts';

interface Checked {
  readonly policy: PasswordPolicy;
  readonly username: string;
  readonly password: string;
  readonly confirmation: string;
  readonly problem: unknown;
}

const none: ReadonlySet<string> = new Set();

/** The list of the commonest passwords, once it is here; without it the server still checks. */
function useCommonest(): ReadonlySet<string> | undefined {
  const [commonest, setCommonest] = useState<ReadonlySet<string>>();
  useEffect(() => {
    commonestPasswords().then(setCommonest, () => undefined);
  }, []);
  return commonest;
}

const refusedCodes = (problem: unknown): ReadonlySet<string> =>
  problem instanceof ApiProblem ? new Set(problem.errors.flatMap(({ code }) => code ?? [])) : none;

/** Whether each rule is met by what stands in the entries: the server's own rules, checked while one types. */
export function usePasswordCheck({ policy, username, password, confirmation, problem }: Checked) {
  const commonest = useCommonest();
  const broken = useMemo(() => {
    const given = { password, confirmation, username, unchanged: false };
    return new Set<string>(passwordFaults(policy, given, commonest ?? none).map(({ code }) => code));
  }, [policy, username, password, confirmation, commonest]);
  // What only the server knows holds for what was sent, until something else is typed.
  const [sent, setSent] = useState({ problem, password });
  if (sent.problem !== problem) setSent({ problem, password });
  const refused = sent.password === password ? refusedCodes(sent.problem) : none;
  return (rule: PasswordRule) =>
    ruleState(rule, { password, confirmation, broken, refused, isListed: commonest !== undefined });
}
