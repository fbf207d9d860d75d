/** AccountMails about one's own account. `{{…}}` are put in by `mails.ts`, escaped for HTML where they stand in HTML. */
export const accountMailTexts = {
  reset: {
    en: {
      subject: 'Telltale: choose a new password',
      lines: [
        'Hello {{username}},',
        'Somebody asked for a new password for your account on {{host}}. Choose it here within {{minutes}} minutes; the link works once:',
        '{{link}}',
        'If it was not you, do nothing: your password stays as it is.',
      ],
    },
    fr: {
      subject: 'Telltale\u00A0: choisissez un nouveau mot de passe',
      lines: [
        'Bonjour {{username}},',
        'Un nouveau mot de passe a été demandé pour votre compte sur {{host}}. Choisissez-le ici dans les {{minutes}}\u00A0minutes\u00A0; le lien ne fonctionne qu’une fois\u00A0:',
        '{{link}}',
        'Si vous n’êtes pas à l’origine de cette demande, ne faites rien\u00A0: votre mot de passe reste inchangé.',
      ],
    },
  },
  changed: {
    en: {
      subject: 'Telltale: your password was changed',
      lines: [
        'Hello {{username}},',
        'The password of your account on {{host}} was changed, and your other sessions were ended.',
        'If it was not you, choose a new password at once and tell your administrator:',
        '{{link}}',
      ],
    },
    fr: {
      subject: 'Telltale\u00A0: votre mot de passe a été modifié',
      lines: [
        'Bonjour {{username}},',
        'Le mot de passe de votre compte sur {{host}} a été modifié et vos autres sessions ont été fermées.',
        'Si vous n’êtes pas à l’origine de cette modification, choisissez sans attendre un nouveau mot de passe et prévenez votre administrateur\u00A0:',
        '{{link}}',
      ],
    },
  },
  renewed: {
    en: {
      subject: 'Telltale: you were given a new password',
      lines: [
        'Hello {{username}},',
        'An administrator made a new password for your account on {{host}} and ended your sessions. You will be asked for a password of your own when you sign in with it. Your API tokens stay valid.',
        'If you did not ask for it, tell your administrator. You can choose another password by yourself:',
        '{{link}}',
      ],
    },
    fr: {
      subject: 'Telltale\u00A0: un nouveau mot de passe vous a été attribué',
      lines: [
        'Bonjour {{username}},',
        'Un administrateur a généré un nouveau mot de passe pour votre compte sur {{host}} et fermé vos sessions. Lors de votre prochaine connexion, vous devrez en choisir un qui vous soit propre. Vos jetons d’API restent valables.',
        'Si vous ne l’avez pas demandé, prévenez votre administrateur. Vous pouvez aussi choisir vous-même un autre mot de passe\u00A0:',
        '{{link}}',
      ],
    },
  },
  elsewhere: {
    en: {
      subject: 'Telltale: you sign in through your identity provider from now on',
      lines: [
        'Hello {{username}},',
        'An administrator ended your sessions on {{host}}: your account has no password there any more, and your identity provider answers for you. Your API tokens stay valid.',
        'If you cannot sign in that way, tell your administrator:',
        '{{link}}',
      ],
    },
    fr: {
      subject: 'Telltale\u00A0: vous vous connectez désormais par votre fournisseur d’identité',
      lines: [
        'Bonjour {{username}},',
        'Un administrateur a fermé vos sessions sur {{host}}\u00A0: votre compte n’y a plus de mot de passe, et c’est votre fournisseur d’identité qui répond de vous. Vos jetons d’API restent valables.',
        'Si vous ne parvenez pas à vous connecter ainsi, prévenez votre administrateur\u00A0:',
        '{{link}}',
      ],
    },
  },
  here: {
    en: {
      subject: 'Telltale: you sign in with a password from now on',
      lines: [
        'Hello {{username}},',
        'An administrator ended your sessions on {{host}}: you no longer sign in through your identity provider, but with a password. He will hand you a first one; you will be asked for one of your own when you sign in with it. Your API tokens stay valid.',
        'If nobody hands you a password, tell your administrator:',
        '{{link}}',
      ],
    },
    fr: {
      subject: 'Telltale\u00A0: vous vous connectez désormais avec un mot de passe',
      lines: [
        'Bonjour {{username}},',
        'Un administrateur a fermé vos sessions sur {{host}}\u00A0: vous ne vous y connectez plus par votre fournisseur d’identité, mais avec un mot de passe. Il vous en remettra un premier\u00A0; lors de votre connexion, vous devrez en choisir un qui vous soit propre. Vos jetons d’API restent valables.',
        'Si personne ne vous remet de mot de passe, prévenez votre administrateur\u00A0:',
        '{{link}}',
      ],
    },
  },
  factorRemoved: {
    en: {
      subject: 'Telltale: your second factor was removed',
      lines: [
        'Hello {{username}},',
        'An administrator removed the second factor of your account on {{host}} and ended your sessions. Set up another one on the page of your account.',
        'If you did not ask for it, choose a new password at once and tell your administrator:',
        '{{link}}',
      ],
    },
    fr: {
      subject: 'Telltale\u00A0: votre second facteur a été retiré',
      lines: [
        'Bonjour {{username}},',
        'Un administrateur a retiré le second facteur de votre compte sur {{host}} et fermé vos sessions. Vous pouvez en configurer un autre depuis la page de votre compte.',
        'Si vous ne l’avez pas demandé, choisissez sans attendre un nouveau mot de passe et prévenez votre administrateur\u00A0:',
        '{{link}}',
      ],
    },
  },
} as const;
