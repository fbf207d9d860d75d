import { z } from 'zod';
import { isPrivateFirst } from '../resource/access.ts';
import { resourceKinds } from '../resource/kind.ts';
import { PlacedVisibility } from '../resource/resource.ts';
import { API } from '../route.ts';
import { stated } from '../stated.ts';
import { DocumentDifference } from './difference.ts';
import { DocumentFile, fileKinds, WrittenDocumentFile } from './document-file.ts';
import { documentParams, documentRoutesIn } from './kind/document-routes.ts';
import { DocumentDraft, DocumentEntry, DocumentSummary } from './entry.ts';

/** Kinds of resources that are documents of dashlets in a grid. */
export const documentKinds = fileKinds;
export type DocumentKind = (typeof documentKinds)[number];

const content = {
  Draft: DocumentDraft,
  Update: stated(DocumentDraft).safeExtend({
    visibility: PlacedVisibility,
    version: z.int().positive(),
  }),
  Summary: DocumentSummary,
  Entry: DocumentEntry,
  Difference: DocumentDifference,
  File: DocumentFile,
  WrittenFile: WrittenDocumentFile,
  unavailable: 'DASHBOARD_UNAVAILABLE',
} as const;

const ofCustomers = (kind: DocumentKind) =>
  documentRoutesIn(
    {
      path: `${API}/customers/:customerId/${kind}`,
      scope: 'customer',
      ...resourceKinds[kind].customer,
      display: kind === 'dashboard' ? true : undefined,
      ...documentParams.customer,
      what: `${resourceKinds[kind].words.one} of a customer`,
      isPrivateFirst: isPrivateFirst(kind),
    },
    content,
  );

const ofProvider = (kind: DocumentKind) =>
  documentRoutesIn(
    {
      path: `${API}/mt/${kind}`,
      scope: 'admin',
      ...resourceKinds[kind].template,
      ...documentParams.provider,
      what: `${resourceKinds[kind].words.one} of the multi-client space`,
    },
    content,
  );

/** Dashboards and home pages of customers, with those that the provider shares. */
export const customerDocuments = { dashboard: ofCustomers('dashboard'), home: ofCustomers('home') } as const;
/** Those of the multi-client space. */
export const providerDocuments = { dashboard: ofProvider('dashboard'), home: ofProvider('home') } as const;
