import { argsOf, type Core, type Operand } from './core.ts';
import type { OperationName } from './operations.ts';

/** One step of a program; `args` are indices of earlier steps. */
export type ProgramStep =
  | { readonly is: 'number'; readonly value: number }
  | { readonly is: 'operand'; readonly operand: Operand }
  | { readonly is: 'operation'; readonly op: OperationName; readonly args: readonly number[] };

/** Several formulas as one list of steps without common subexpressions; `results` are the steps with their values. */
export interface Program {
  readonly steps: readonly ProgramStep[];
  readonly results: readonly number[];
}

function stepOf(core: Core, args: readonly number[]): ProgramStep {
  if (core.op === 'number') return { is: 'number', value: core.value };
  if (core.op === 'operand') return { is: 'operand', operand: core.operand };
  return { is: 'operation', op: core.op, args };
}

const keyOf = (step: ProgramStep): string => {
  if (step.is === 'number') return Object.is(step.value, -0) ? '-0' : String(step.value);
  if (step.is === 'operand') return `${step.operand.take} ${step.operand.name}`;
  return `${step.op}(${step.args.join()})`;
};

export function programOf(cores: readonly Core[]): Program {
  const steps: ProgramStep[] = [];
  const known = new Map<string, number>();
  const placed = new Map<Core, number>();
  const add = (core: Core): number => {
    const step = stepOf(core, argsOf(core).map(place));
    const key = keyOf(step);
    const at = known.get(key) ?? steps.push(step) - 1;
    known.set(key, at);
    placed.set(core, at);
    return at;
  };
  const place = (core: Core): number => placed.get(core) ?? add(core);
  const results = cores.map(place);
  return { steps, results };
}
