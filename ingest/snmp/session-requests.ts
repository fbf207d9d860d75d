import type { Varbind } from 'net-snmp';
import type { Answer, Binding } from './agent.ts';
import { missingName, refusalOf, refused } from './refusal.ts';
import type { Guard } from './session-guard.ts';
import { valueOf } from './value.ts';

const bindingOf = (varbind: Varbind): Binding => ({ oid: varbind.oid, value: valueOf(varbind) });
const answered = (varbinds: readonly Varbind[]): Answer => ({ ok: true, bindings: varbinds.map(bindingOf) });
const absent = (oid: string): Binding => ({ oid, value: { type: 'absent' } });

/** Agents of v1 lack few of the objects that are asked; one that lacks them all is not asked for each. */
const MOST_MISSING = 16;

interface Missing {
  readonly ok: false;
  readonly missing: string;
}

/** Values of all objects. An agent of v1 refuses as a whole what it does not have in part: the rest is asked again. */
export async function getAll(guard: Guard, oids: readonly string[]): Promise<Answer> {
  const without = new Set<string>();
  for (let turn = 0; turn <= MOST_MISSING; turn += 1) {
    const asked = oids.filter((oid) => !without.has(oid));
    if (asked.length === 0) return { ok: true, bindings: oids.map(absent) };
    const answer = await new Promise<Answer | Missing>((resolve) => {
      void guard
        .ask((settle) => {
          guard.session.get(asked, (error, varbinds = []) => {
            const missing = error === null ? undefined : missingName(error);
            if (missing !== undefined && asked.includes(missing)) resolve({ ok: false, missing });
            else settle(error === null ? answered(varbinds) : refused(refusalOf(error)));
          });
        })
        .then(resolve);
    });
    if ('missing' in answer) without.add(answer.missing);
    else if (!answer.ok || without.size === 0) return answer;
    else {
      const rest = answer.bindings.values();
      return {
        ok: true,
        bindings: oids.map((oid) => (without.has(oid) ? absent(oid) : (rest.next().value ?? absent(oid)))),
      };
    }
  }
  return refused('error status');
}

export const getBulk = (guard: Guard, oid: string, repetitions: number): Promise<Answer> =>
  guard.ask((settle) => {
    guard.session.getBulk([oid], 0, repetitions, (error, varbinds = []) => {
      settle(
        error === null
          ? answered(varbinds.flat<readonly (Varbind | readonly Varbind[])[], 1>())
          : refused(refusalOf(error)),
      );
    });
  });

/** v1 has no GETBULK, and tells the end by an error (RFC 1157 §4.1.3). */
export const getNext = (guard: Guard, oid: string): Promise<Answer> =>
  guard.ask((settle) => {
    guard.session.getNext([oid], (error, varbinds = []) => {
      if (error === null) settle(answered(varbinds));
      else if (missingName(error) !== undefined) settle({ ok: true, bindings: [absent(oid)] });
      else settle(refused(refusalOf(error)));
    });
  });
