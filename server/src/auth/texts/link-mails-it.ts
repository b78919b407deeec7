import type { AllLinkMailTexts } from './link-mail-types.ts'

export const italian: AllLinkMailTexts = {
  recovery: {
    subject: ({ webPortalName }) => `Nuova password per ${webPortalName}`,
    title: () => 'Scegli una nuova password',
    paragraphs: [
      ({ userName, webPortalName }) =>
        `È stata chiesta una nuova password per ${userName} nel portale ${webPortalName}.`,
    ],
    button: 'Scegli la password',
    notes: [
      'Il link vale un’ora e si usa una volta sola.',
      'Se non l’hai chiesta tu, ignora questo messaggio: la password resta quella di prima.',
    ],
  },
  invitation: {
    subject: ({ webPortalName }) => `Il tuo accesso al portale ${webPortalName}`,
    title: () => 'Scegli la tua password',
    paragraphs: [
      ({ referentName, companyName, webPortalName }) =>
        `Ciao ${referentName},\nil tuo accesso al portale ${webPortalName} per ${companyName} è pronto.`,
    ],
    userName: 'Nome utente',
    button: 'Scegli la password ed entra',
    notes: ['Il link vale 7 giorni e si usa una volta sola.'],
  },
  invitationWithoutPassword: {
    subject: ({ webPortalName }) => `Il tuo accesso al portale ${webPortalName}`,
    title: () => 'Il tuo accesso è pronto',
    paragraphs: [
      ({ referentName, companyName, webPortalName }) =>
        `Ciao ${referentName},\nil tuo accesso al portale ${webPortalName} per ${companyName} è pronto. Non serve una password: le prossime volte entri con una passkey o con un link che chiedi dalla pagina di accesso.`,
    ],
    userName: 'Nome utente',
    button: 'Entra nel portale',
    notes: ['Il link vale 7 giorni e si usa una volta sola. Non inoltrarlo a nessuno.'],
  },
  addition: {
    subject: ({ companyName, webPortalName }) => `${companyName}: il tuo accesso al portale ${webPortalName}`,
    title: ({ companyName }) => `Ora accedi anche a ${companyName}`,
    paragraphs: [
      ({ referentName, companyName, webPortalName }) =>
        `Ciao ${referentName},\n${companyName} ora è tra le tue aziende nel portale ${webPortalName}.`,
      ({ userName }) => `Usa il nome utente ${userName} e la password che hai già.`,
    ],
    button: 'Apri il portale',
    notes: [],
  },
  additionWithoutPassword: {
    subject: ({ companyName, webPortalName }) => `${companyName}: il tuo accesso al portale ${webPortalName}`,
    title: ({ companyName }) => `Ora accedi anche a ${companyName}`,
    paragraphs: [
      ({ referentName, companyName, webPortalName }) =>
        `Ciao ${referentName},\n${companyName} ora è tra le tue aziende nel portale ${webPortalName}.`,
      ({ userName }) =>
        `Entra come ${userName} con una passkey, o con un link che chiedi dalla pagina di accesso: questo portale non usa password.`,
    ],
    button: 'Apri il portale',
    notes: [],
  },
  requestedLink: {
    subject: ({ webPortalName }) => `Il tuo link per accedere a ${webPortalName}`,
    title: () => 'Accedi con questo link',
    paragraphs: [
      ({ userName, webPortalName }) =>
        `Con questo link entri nel portale ${webPortalName} come ${userName}, senza password.`,
    ],
    button: 'Accedi',
    notes: [
      'Il link vale dieci minuti e si usa una volta sola. Non inoltrarlo a nessuno.',
      'Se non l’hai chiesto tu, ignora questo messaggio: senza il link nessuno entra.',
    ],
  },
  signInLink: {
    subject: ({ webPortalName }) => `Il tuo link per accedere a ${webPortalName}`,
    title: () => 'Accedi con questo link',
    paragraphs: [
      ({ userName, webPortalName }) =>
        `Per ${userName} ci sono stati troppi tentativi di accesso non riusciti nel portale ${webPortalName}. Per un po’ la password da sola non basta: questo link ti fa entrare subito.`,
    ],
    button: 'Accedi',
    notes: [
      'Il link vale un’ora e si usa una volta sola. Non inoltrarlo a nessuno.',
      'Se non hai provato tu, non serve fare niente: quei tentativi non sono riusciti. Se usi la stessa password anche altrove, cambiala.',
    ],
  },
}
