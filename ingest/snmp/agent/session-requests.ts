import type { Varbind } from 'net-snmp';
import type { AgentResponse, VariableBinding } from './agent.ts';
import { failureOf, failed } from './failure.ts';
import type { Guard } from './session-guard.ts';
import { decodeValue } from './value.ts';

const bindingOf = (varbind: Varbind): VariableBinding => ({ oid: varbind.oid, value: decodeValue(varbind) });
const successful = (varbinds: readonly Varbind[]): AgentResponse => ({
  ok: true,
  bindings: varbinds.map(bindingOf),
});

/** Gets all objects. */
export const getAll = (guard: Guard, oids: readonly string[]): Promise<AgentResponse> =>
  guard.request((settle) => {
    guard.session.get(oids, (error, varbinds = []) => {
      settle(error === null ? successful(varbinds) : failed(failureOf(error)));
    });
  });

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
