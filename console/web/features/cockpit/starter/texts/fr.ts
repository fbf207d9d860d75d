import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  description: 'Fourni avec Telltale\u00A0: ce qui se surveille dans tout réseau',
  note: 'Ce profil d’alarmes est fourni avec Telltale et s’applique à tous les clients\u00A0: équipements, interfaces et tunnels hors service, exporteurs muets, liens, processeurs et mémoire à leur limite, erreurs, rejets et pertes.',
  active:
    'Modifiez ses alarmes ici, ou dupliquez-le, modifiez la copie et désactivez celui-ci. Une fois supprimé, il ne revient pas.',
  inactive:
    'Il est inactif\u00A0: aucune de ses alarmes ne se déclenche. C’est son état initial là où des alarmes étaient déjà définies. Activez-le, ou dupliquez-le et modifiez la copie.',
} satisfies Like<typeof en>;
