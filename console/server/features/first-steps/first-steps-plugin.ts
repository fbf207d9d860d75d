import type { FastifyInstance } from 'fastify';
import {
  FirstStep,
  firstStepNames,
  firstStepRights,
  markFirstSteps,
  readFirstSteps,
  type FirstStepName,
  type StoredFirstSteps,
} from '#schemas/first-steps/first-steps.ts';
import { isSettled, stepStateOf } from '#schemas/first-steps/step-state.ts';
import { canAny } from '#schemas/permission/grants.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { FirstStepsRepository } from './first-steps-repository.ts';
import { readStepFacts, type StepFactNeeds } from './step-facts.ts';

export interface FirstStepsNeeds extends StepFactNeeds {
  readonly stored: FirstStepsRepository;
}

async function readStep(
  needs: StepFactNeeds,
  step: FirstStepName,
  { marks }: StoredFirstSteps,
): Promise<FirstStep> {
  const facts = await readStepFacts[step](needs);
  return FirstStep.parse({ step, facts, state: stepStateOf(step, facts, marks) });
}

/** The checklist that leads an administrator from an empty installation to one that monitors. */
export function firstStepsPlugin(app: FastifyInstance, needs: FirstStepsNeeds): void {
  const { stored } = needs;
  serve(app, readFirstSteps, async ({ caller }) => {
    const before = await stored.read();
    const visible = firstStepNames.filter((step) => canAny(caller.permissions, firstStepRights[step]));
    const steps = await Promise.all(visible.map((step) => readStep(needs, step, before)));
    const isOver = steps.length === firstStepNames.length && isSettled(steps);
    if (before.isFirst && isOver && !app.readOnly) await stored.close();
    return { isFirst: before.isFirst && !isOver, steps };
  });

  serve(app, markFirstSteps, async ({ body: { steps, mark }, ...actor }) => {
    await stored.mark(steps, mark, actor);
    return {};
  });
}
