import type { ApplicationDictionary } from '#schemas/application/definition.ts';
import { compileClassifier, inOrder } from './classifier.ts';
import type { Classifier } from './classifier.ts';

/** The classifier of a customer, compiled when it is asked for first; undefined when no application concerns it. */
export function classifiersOf({
  applications,
  precedence,
}: ApplicationDictionary): (customer: number) => Classifier | undefined {
  const compiled = new Map<number, Classifier | undefined>();
  return (customer) => {
    if (compiled.has(customer)) return compiled.get(customer);
    const classifier = compileClassifier(inOrder(applications, customer, precedence));
    compiled.set(customer, classifier);
    return classifier;
  };
}
