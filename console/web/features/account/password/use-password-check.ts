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

/** The list of common passwords, once loaded; the server checks in any case. */
function useCommonest(): ReadonlySet<string> | undefined {
  const [commonest, setCommonest] = useState<ReadonlySet<string>>();
  useEffect(() => {
    commonestPasswords().then(setCommonest, () => undefined);
  }, []);
  return commonest;
}

const rejectedCodes = (problem: unknown): ReadonlySet<string> =>
  problem instanceof ApiProblem ? new Set(problem.errors.flatMap(({ code }) => code ?? [])) : none;

/** Whether each rule is met while typing, by the same rules as the server. */
export function usePasswordCheck({ policy, username, password, confirmation, problem }: Checked) {
  const commonest = useCommonest();
  const broken = useMemo(() => {
    const given = { password, confirmation, username, unchanged: false };
    return new Set<string>(passwordFaults(policy, given, commonest ?? none).map(({ code }) => code));
  }, [policy, username, password, confirmation, commonest]);
  // Server-only faults apply to the submitted password until the user types.
  const [sent, setSent] = useState({ problem, password });
  if (sent.problem !== problem) setSent({ problem, password });
  const rejected = sent.password === password ? rejectedCodes(sent.problem) : none;
  return (rule: PasswordRule) =>
    ruleState(rule, { password, confirmation, broken, rejected, isListed: commonest !== undefined });
}
