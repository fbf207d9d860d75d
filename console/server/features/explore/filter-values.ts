import { runCooperatively } from '#platform/clock/steps.ts';
import { defaultNamesWith } from '#schemas/application/application-name.ts';
import { typeOf, type FieldId } from '#schemas/explore/fields.ts';
import { isNamedType } from '#schemas/explore/field-type.ts';
import { quoted } from '#schemas/explore/filter/token.ts';
import { foldForSearch } from '#schemas/search/fold.ts';
import { readClassesInForce, readStoredModel } from '../../shared/qos/models-in-force.ts';
import { findNamedApplications } from '../../shared/application/find-application-numbers.ts';
import type { ExploreCall, ExploreReaderNeeds } from './explore-reader.ts';
import { isCalled, visibleElements } from './visible-names.ts';

const MOST = 20;
const SLICE_MS = 5;

interface TypedText {
  readonly field: FieldId;
  readonly text: string;
}

type ValueNeeds = Pick<ExploreReaderNeeds, 'db' | 'clickhouse' | 'clock' | 'inventory'>;

async function namesWith(
  needs: ValueNeeds,
  call: ExploreCall,
  { field, text }: TypedText,
): Promise<readonly string[]> {
  const type = typeOf(field);
  const { caller, customers, signal } = call;
  if (!isNamedType(type)) return [];
  if (type === 'application') {
    const found = await findNamedApplications(needs, { caller, customers, text, isPart: true });
    return [...found.map(({ name }) => name), ...defaultNamesWith(text)];
  }
  if (type === 'class') {
    const [customer] = customers;
    const isOne = customer !== undefined && customers.length === 1;
    const classes = isOne
      ? await readClassesInForce(needs.db, customer)
      : (await readStoredModel(needs.db, null)).classes;
    const folded = foldForSearch(text);
    return classes.map(({ name }) => name).filter((name) => foldForSearch(name).includes(folded));
  }
  const steps = visibleElements(type, needs.inventory.current, { caller, customers: new Set(customers) });
  const elements = await runCooperatively(steps, { clock: needs.clock, signal, sliceMs: SLICE_MS });
  return (elements ?? []).filter((each) => isCalled(each, text, true)).map(({ label }) => label);
}

/** Names of a field that contain a text, those that begin with it first. */
export async function filterValues(
  needs: ValueNeeds,
  call: ExploreCall,
  typed: TypedText,
): Promise<{ values: { filter: string }[] }> {
  const folded = foldForSearch(typed.text);
  const names = [...new Set(await namesWith(needs, call, typed))];
  const { first = [], then = [] } = Object.groupBy(names, (name) =>
    foldForSearch(name).startsWith(folded) ? 'first' : 'then',
  );
  const sorted = [...first.toSorted(), ...then.toSorted()].slice(0, MOST);
  return { values: sorted.map((name) => ({ filter: quoted(name) })) };
}
