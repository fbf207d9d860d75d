import { expect, it } from 'vitest';
import { requestWords } from './request-words.ts';
import { useAuditTexts } from './texts/en.ts';

const text = useAuditTexts.in('en');

it.each([
  ['PUT /mt/application-precedence', 'Changing: order of the applications'],
  ['DELETE /customers/:customerId/application/:application', 'Deleting: applications'],
  ['GET /cc/customer/:id', 'Reading: customers'],
  ['POST /mt/something-new', 'Adding or running: something new'],
  ['user.create', undefined],
])('the request %s is %j in words', (action, words) => {
  expect(requestWords(action, text)).toBe(words);
});
