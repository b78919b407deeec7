import type { NoticeTexts } from './notice-types.ts'

export const italian: NoticeTexts = {
  when: 'Quando',
  address: 'Indirizzo di rete',
  device: 'Dispositivo',
  unknownDevice: 'Sconosciuto',
  notMe: 'Scegli una nuova password',
  notMySignIn: 'Non ero io',
  always: 'Questa e-mail riguarda la sicurezza del tuo account: arriva qualunque e-mail tu abbia scelto di ricevere.',
  kinds: {
    passwordChanged: {
      subject: portal => `${portal}: la tua password è cambiata`,
      title: 'La tua password è cambiata',
      text: (userName, portal) =>
        `La password di ${userName} nel portale ${portal} è stata cambiata dalla pagina dell’account. Le altre sessioni sono terminate.`,
      unexpected:
        'Se l’hai fatto tu, non serve altro. Se non l’hai fatto tu, scegli subito una nuova password: chi è entrato perde l’accesso.',
    },
    passwordReset: {
      subject: portal => `${portal}: la tua password è cambiata`,
      title: 'La tua password è cambiata',
      text: (userName, portal) =>
        `Per ${userName} è stata scelta una nuova password del portale ${portal}, con un link mandato a questo indirizzo. Le sessioni di prima sono terminate.`,
      unexpected:
        'Se l’hai fatto tu, non serve altro. Se non l’hai fatto tu, qualcuno legge la tua posta: cambia la password della posta, poi quella del portale.',
    },
    passwordSet: {
      subject: portal => `${portal}: la tua password è cambiata`,
      title: 'La tua password è cambiata',
      text: (userName, portal) =>
        `Chi gestisce il portale ${portal} ha impostato una nuova password per ${userName}. Le sessioni di prima sono terminate.`,
      unexpected: 'Se non te l’aspettavi, contatta l’assistenza. Puoi sempre sceglierne una tu.',
    },
    addressChanged: {
      subject: portal => `${portal}: il tuo indirizzo e-mail è cambiato`,
      title: 'Il tuo indirizzo e-mail è cambiato',
      text: (userName, portal) =>
        `Chi gestisce il portale ${portal} ha cambiato l’indirizzo e-mail di ${userName}. Da ora le e-mail arrivano al nuovo indirizzo, non più a questo.`,
      unexpected: 'Se l’hai chiesto tu, non serve altro. Se non te l’aspettavi, contatta subito l’assistenza.',
    },
    newPlace: {
      subject: portal => `${portal}: nuovo accesso al tuo account`,
      title: 'Nuovo accesso al tuo account',
      text: (userName, portal) =>
        `Qualcuno è entrato nel portale ${portal} come ${userName} da un indirizzo o con un dispositivo mai usato prima.`,
      unexpected:
        'Se eri tu, non serve altro. Se non eri tu, premi il pulsante: chi è entrato perde l’accesso, e poi scegli una nuova password.',
    },
    secondFactorAdded: {
      subject: portal => `${portal}: verifica in due passaggi attivata`,
      title: 'Verifica in due passaggi attivata',
      text: (userName, portal) =>
        `Da ora per entrare nel portale ${portal} come ${userName} serve, oltre alla password, un codice dell’app di autenticazione. Le altre sessioni sono terminate.`,
      unexpected:
        'Se l’hai fatto tu, non serve altro. Se non l’hai fatto tu, scegli subito una nuova password e contatta l’assistenza.',
    },
    secondFactorRemoved: {
      subject: portal => `${portal}: verifica in due passaggi disattivata`,
      title: 'Verifica in due passaggi disattivata',
      text: (userName, portal) => `Da ora per entrare nel portale ${portal} come ${userName} basta la password.`,
      unexpected:
        'Se l’hai fatto tu, non serve altro. Se non l’hai fatto tu, scegli subito una nuova password e contatta l’assistenza.',
    },
    secondFactorTaken: {
      subject: portal => `${portal}: verifica in due passaggi rimossa`,
      title: 'Verifica in due passaggi rimossa',
      text: (userName, portal) =>
        `L’assistenza ha rimosso la verifica in due passaggi dall’utente ${userName} del portale ${portal}, come richiesto. Per entrare basta ora la password; puoi riattivarla dal tuo account.`,
      unexpected: 'Se non l’hai chiesto tu, scegli subito una nuova password e contatta l’assistenza.',
    },
    wrongCodes: {
      subject: portal => `${portal}: codici sbagliati per il tuo account`,
      title: 'Qualcuno prova dei codici per il tuo account',
      text: (userName, portal) =>
        `Qualcuno ha inserito la password di ${userName} nel portale ${portal} e poi codici sbagliati della verifica in due passaggi. Nessuno è entrato.`,
      unexpected:
        'Se hai sbagliato tu a scriverli, non serve altro. Se non eri tu, qualcuno conosce la tua password: scegline subito una nuova. Se intanto i codici dell’app vengono rifiutati, entri con un codice di recupero.',
    },
    recoveryCodeUsed: {
      subject: portal => `${portal}: accesso con un codice di recupero`,
      title: 'Accesso con un codice di recupero',
      text: (userName, portal) =>
        `Qualcuno è entrato nel portale ${portal} come ${userName} con uno dei codici di recupero. Quel codice non vale più.`,
      unexpected:
        'Se eri tu, non serve altro. Se non eri tu, qualcuno ha la password e i codici: scegli subito una nuova password, poi disattiva e riattiva la verifica in due passaggi.',
    },
    recoveryCodesRenewed: {
      subject: portal => `${portal}: nuovi codici di recupero`,
      title: 'Nuovi codici di recupero',
      text: (userName, portal) =>
        `Per ${userName} sono stati creati nuovi codici di recupero del portale ${portal}. Quelli di prima non valgono più.`,
      unexpected:
        'Se l’hai fatto tu, non serve altro. Se non l’hai fatto tu, scegli subito una nuova password e contatta l’assistenza.',
    },
    passkeyAdded: {
      subject: portal => `${portal}: nuova passkey`,
      title: 'Nuova passkey',
      text: (userName, portal) =>
        `All’account di ${userName} nel portale ${portal} è stata aggiunta una passkey: chi ha quel dispositivo entra senza password.`,
      unexpected:
        'Se l’hai fatto tu, non serve altro. Se non l’hai fatto tu, entra, togli quella passkey dalla pagina dell’account e scegli subito una nuova password.',
    },
    passkeyRemoved: {
      subject: portal => `${portal}: passkey tolta`,
      title: 'Passkey tolta',
      text: (userName, portal) =>
        `Dall’account di ${userName} nel portale ${portal} è stata tolta una passkey: con quella non si entra più.`,
      unexpected:
        'Se l’hai fatto tu, non serve altro. Se non l’hai fatto tu, scegli subito una nuova password e contatta l’assistenza.',
    },
    passkeysTaken: {
      subject: portal => `${portal}: passkey tolte`,
      title: 'Passkey tolte dall’assistenza',
      text: (userName, portal) =>
        `L’assistenza ha tolto passkey dall’utente ${userName} del portale ${portal}, come richiesto. Con quelle non si entra più; puoi aggiungerne dal tuo account.`,
      unexpected: 'Se non l’hai chiesto tu, scegli subito una nuova password e contatta l’assistenza.',
    },
    passkeyCopied: {
      subject: portal => `${portal}: accesso rifiutato, passkey forse copiata`,
      title: 'Accesso rifiutato: passkey forse copiata',
      text: (userName, portal) =>
        `Qualcuno ha provato a entrare nel portale ${portal} come ${userName} con una passkey che risulta usata altrove: forse ne esiste una copia. L’accesso è stato rifiutato.`,
      unexpected:
        'Togli quella passkey dalla pagina dell’account e creane una nuova. Se non eri tu, contatta l’assistenza.',
    },
  },
  withoutPasswords: {
    notMe: 'Apri la pagina dell’account',
    unexpected:
      'Se l’hai fatto tu, non serve altro. Se non l’hai fatto tu, entra, termina le altre sessioni dalla pagina dell’account, togli le passkey che non sono tue e contatta l’assistenza.',
    kinds: {
      passwordSet: { unexpected: 'Se non te l’aspettavi, contatta l’assistenza.' },
      newPlace: {
        unexpected:
          'Se eri tu, non serve altro. Se non eri tu, premi il pulsante: chi è entrato perde l’accesso. Poi togli dalla pagina dell’account le passkey che non sono tue, e cambia la password della posta: lì arrivano i link per entrare.',
      },
      secondFactorAdded: {
        text: (userName, portal) =>
          `Da ora per entrare nel portale ${portal} come ${userName} con un link per e-mail serve anche un codice dell’app di autenticazione. Le altre sessioni sono terminate.`,
      },
      secondFactorRemoved: {
        text: (userName, portal) =>
          `Da ora per entrare nel portale ${portal} come ${userName} basta un link per e-mail.`,
      },
      secondFactorTaken: {
        text: (userName, portal) =>
          `L’assistenza ha rimosso la verifica in due passaggi dall’utente ${userName} del portale ${portal}, come richiesto. Per entrare basta ora un link per e-mail; puoi riattivarla dal tuo account.`,
        unexpected: 'Se non l’hai chiesto tu, contatta subito l’assistenza.',
      },
      wrongCodes: {
        text: (userName, portal) =>
          `Qualcuno ha aperto un link ricevuto per e-mail da ${userName} per il portale ${portal} e ha inserito codici sbagliati della verifica in due passaggi. Nessuno è entrato.`,
        unexpected:
          'Se hai sbagliato tu a scriverli, non serve altro. Se non eri tu, qualcuno legge la tua posta: cambia subito la password della posta. Se intanto i codici dell’app vengono rifiutati, entri con un codice di recupero.',
      },
      recoveryCodeUsed: {
        unexpected:
          'Se eri tu, non serve altro. Se non eri tu, qualcuno legge la tua posta e ha i codici: cambia la password della posta, termina le altre sessioni dalla pagina dell’account e crea nuovi codici di recupero.',
      },
      passkeyAdded: {
        text: (userName, portal) =>
          `All’account di ${userName} nel portale ${portal} è stata aggiunta una passkey: chi ha quel dispositivo può entrare.`,
      },
      passkeysTaken: { unexpected: 'Se non l’hai chiesto tu, contatta subito l’assistenza.' },
    },
  },
}
