import { z } from 'zod';
import { DocumentUses } from '../resource/document-use.ts';
import { API, route } from '../route.ts';
import { KpiKeyText } from './key.ts';

export const listKpiDocuments = route({
  method: 'GET',
  path: `${API}/mt/kpi/:key/documents`,
  scope: 'admin',
  needs: 'KPI.read',
  summary: 'Dashboards and home pages that show a KPI: those that the caller may open, and how many others',
  params: z.strictObject({ key: KpiKeyText }),
  reply: DocumentUses,
});
