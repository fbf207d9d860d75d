import { assignCustomerHome } from '#schemas/dashboard/home-routes.ts';
import { customerDocuments, type DocumentKind } from '#schemas/dashboard/routes.ts';
import { customerReports } from '#schemas/report/routes.ts';
import type { StoryClient } from './story-client.ts';

interface Copy {
  readonly customer: string;
  readonly kind: DocumentKind;
  /** Name of the provider's document. */
  readonly template: string;
  readonly name: string;
}

/** What two customers have made of the provider's templates. */
const copies: readonly Copy[] = [
  { customer: 'boreval', kind: 'dashboard', template: 'WAN', name: 'WAN Boréval' },
  { customer: 'boreval', kind: 'dashboard', template: 'Applications', name: 'Applications Boréval' },
  { customer: 'boreval', kind: 'home', template: 'Service', name: 'Boréval' },
  { customer: 'tessandre', kind: 'dashboard', template: 'SLA', name: 'SLA Tessandre' },
  { customer: 'tessandre', kind: 'dashboard', template: 'Capacity planning', name: 'Capacity 2027' },
];

/** The report that a customer has made of a template. */
async function copyReport({ call }: StoryClient, customers: ReadonlyMap<string, number>): Promise<void> {
  const customerId = customers.get('boreval');
  if (customerId === undefined) return;
  const params = { customerId };
  const { documents } = await call(customerReports.list, { params });
  const source = documents.find(({ name, edit }) => name === 'Monthly service level' && edit === 'nowhere');
  const name = 'Niveau de service Boréval';
  if (documents.some((each) => each.name === name)) return;
  if (source === undefined) throw new Error('no report template Monthly service level');
  await call(customerReports.duplicate, {
    params: { ...params, resourceId: source.id },
    body: { name, visibility: 'public' },
  });
}

/** Copies templates into the space of customers, and gives one its home page; a copy that exists stays as it is. */
export async function copyTemplates(
  client: StoryClient,
  customers: ReadonlyMap<string, number>,
): Promise<void> {
  const { call } = client;
  await copyReport(client, customers);
  for (const { customer, kind, template, name } of copies) {
    const customerId = customers.get(customer);
    if (customerId === undefined) continue;
    const { list, duplicate } = customerDocuments[kind];
    const { documents } = await call(list, { params: { customerId } });
    const source = documents.find((each) => each.name === template && each.edit === 'nowhere');
    if (documents.some((each) => each.name === name)) continue;
    if (source === undefined) throw new Error(`no ${kind} template ${template}`);
    const params = { customerId, resourceId: source.id };
    // Otherwise only who copies it would see it.
    const body = { name, folder: source.folder, visibility: 'public' } as const;
    const copy = await call(duplicate, { params, body });
    if (kind === 'home') await call(assignCustomerHome, { params: { customerId }, body: { home: copy.id } });
  }
}
