import { describe, expect, it } from 'vitest';
import { attributeFaults, emptyApplication, parsedDraft } from './application-draft.ts';

const faults = (part: object, language: 'en' | 'fr' = 'en') =>
  attributeFaults({ ...emptyApplication, ...part }, language).map(({ path, message }) => [path, message]);

describe('the form of a custom application', () => {
  it('takes one value per line or comma-separated values', () => {
    expect(
      parsedDraft({ ...emptyApplication, name: 'Shop', ports: '443, 8443\n9000-9100', dscp: '46' })
        .attributes,
    ).toMatchObject({ ports: ['443', '8443', '9000-9100'], dscp: [46], addresses: [] });
  });

  it.each([
    [{ addresses: '10.0.0.1\n10.0.0.999' }, 'addresses', 'The IP address 10.0.0.999 is not in valid format.'],
    [{ ports: '70000' }, 'ports', 'The port 70000 is not in valid format.'],
    [{ dscp: '64' }, 'dscp', 'The application 64 is not in valid format.'],
    [{ protocols: 'tcp' }, 'protocols', 'The application tcp is not in valid format.'],
    [{ deviceApplications: '13' }, 'deviceApplications', 'The application 13 is not in valid format.'],
    [
      {},
      'addresses',
      'Enter at least one attribute: address, port, hostname, application, DSCP or protocol.',
    ],
  ])('rejects %j at its input', (part, path, message) => {
    expect(faults(part)).toEqual([[path, message]]);
  });

  it('has French texts', () => {
    expect(faults({ ports: 'x' }, 'fr')).toEqual([['ports', 'Le format du port x n’est pas valide.']]);
  });
});
