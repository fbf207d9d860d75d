import type { Varbind } from 'net-snmp';
import type { AgentResponse, VariableBinding } from './agent.ts';
import { missingName, failureOf, failed } from './failure.ts';
import type { Guard } from './session-guard.ts';
import { decodeValue } from './value.ts';

const bindingOf = (varbind: Varbind): VariableBinding => ({ oid: varbind.oid, value: decodeValue(varbind) });
const successful = (varbinds: readonly Varbind[]): AgentResponse => ({
  ok: true,
  bindings: varbinds.map(bindingOf),
});
const absent = (oid: string): VariableBinding => ({ oid, value: { type: 'absent' } });

/** Bounds the repetitions for a v1 agent that lacks most of the requested objects. */
const MAX_MISSING = 16;

interface Missing {
  readonly ok: false;
  readonly missing: string;
}

/** Gets all objects. A v1 agent fails the whole request for one missing object, so the rest is requested again. */
export async function getAll(guard: Guard, oids: readonly string[]): Promise<AgentResponse> {
  const without = new Set<string>();
  for (let turn = 0; turn <= MAX_MISSING; turn += 1) {
    const asked = oids.filter((oid) => !without.has(oid));
    if (asked.length === 0) return { ok: true, bindings: oids.map(absent) };
    const answer = await new Promise<AgentResponse | Missing>((resolve) => {
      void guard
        .request((settle) => {
          guard.session.get(asked, (error, varbinds = []) => {
            const missing = error === null ? undefined : missingName(error);
            if (missing !== undefined && asked.includes(missing)) resolve({ ok: false, missing });
            else settle(error === null ? successful(varbinds) : failed(failureOf(error)));
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
  return failed('error status');
}

export const getBulk = (guard: Guard, oid: string, repetitions: number): Promise<AgentResponse> =>
  guard.request((settle) => {
    guard.session.getBulk([oid], 0, repetitions, (error, varbinds = []) => {
      settle(
        error === null
          ? successful(varbinds.flat<readonly (Varbind | readonly Varbind[])[], 1>())
          : failed(failureOf(error)),
      );
    });
  });

/** v1 has no GETBULK and signals the end by an error (RFC 1157 §4.1.3). */
export const getNext = (guard: Guard, oid: string): Promise<AgentResponse> =>
  guard.request((settle) => {
    guard.session.getNext([oid], (error, varbinds = []) => {
      if (error === null) settle(successful(varbinds));
      else if (missingName(error) !== undefined) settle({ ok: true, bindings: [absent(oid)] });
      else settle(failed(failureOf(error)));
    });
  });
