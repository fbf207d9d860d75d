import type { ApplicationAttributes } from '../application/definition.ts';
import { withDefault, integer, json, key, references, relation, text, unique } from './relation.ts';

/** Fields of a custom application besides those of every resource. Flows carry its id, not that of the resource. */
export const customApplication = relation({
  name: 'custom_application',
  columns: {
    id: key,
    category: withDefault(text, "''"),
    /** Position among the applications of the same owner: lower ones match first. */
    sort_order: integer,
    attributes: json<ApplicationAttributes>(),
    resource_id: unique(references(integer, 'resource')),
  },
});
