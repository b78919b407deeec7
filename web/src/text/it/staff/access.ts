import type { staffAccess as english } from '../../en/staff/access.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffAccess: Texts<typeof english> = {
  title: 'Entra nel banco',
  hint: 'Con l’indirizzo e-mail del tuo invito.',
  hintPasskey: 'Con la tua passkey, oppure con l’indirizzo e-mail del tuo invito.',
  byPasskey: 'Entra con la passkey',
  or: 'oppure',
  passkeyTitle: 'La tua passkey, oltre alla password',
  passkeyText: 'Conferma che sei tu con l’impronta, il volto o il PIN del dispositivo che ha la tua passkey.',
  usePasskey: 'Usa la passkey',
  lostPasskey:
    'Hai perso il dispositivo con la passkey? Chi amministra il banco può rimuoverla dal tuo account: entri con la password e ne configuri una nuova.',
  chooseTitle: 'Un passo in più, per entrare solo tu',
  chooseText:
    'Per il banco la password da sola non basta: chi la scopre non deve poter entrare. Scegli come confermare che sei tu; potrai cambiare dal tuo account.',
  choosePasskey: 'Passkey',
  choosePasskeyText: 'Impronta, volto o PIN di questo dispositivo: la prossima volta entri anche senza password.',
  makePasskey: 'Crea una passkey',
  chooseAppText: 'Un codice di 6 cifre dal telefono, ogni volta che entri con la password.',
  useApp: 'Usa un’app di autenticazione',
  otherWay: 'Scegli un altro modo',
  email: 'E-mail',
  password: 'Password',
  showPassword: 'Mostra la password',
  hidePassword: 'Nascondi la password',
  submit: 'Continua',
  wrong: 'E-mail o password non corrette. Chi amministra il banco può mandarti un nuovo link.',
  tryAgainAt: 'Troppi tentativi. Puoi riprovare alle {{time}}.',
  ended: 'La sessione è terminata. Entra di nuovo: riprenderai da dove eri.',
  company: 'Per quale azienda lavori adesso?',
  companyHint: 'Il tuo indirizzo e la tua password aprono il banco di più aziende.',
  back: 'Entra come un’altra persona',
  staffOnly: 'Solo per chi lavora qui. I clienti entrano da un altro indirizzo, il loro.',
  enrolTitle: 'Un codice dal telefono, oltre alla password',
  enrolText:
    'Per entrare nel banco serve anche un codice che solo il tuo telefono conosce: chi scopre la tua password non entra. Si configura una volta sola, in un paio di minuti.',
  lost: 'Hai perso il telefono e anche i codici? Chi amministra il banco può rimuovere il codice dal tuo account: entri con la password e ne configuri uno nuovo.',
  leave: 'Esci',
  notMe: {
    title: 'Eri tu?',
    text: 'Qualcuno è entrato nel banco di {{company}} come {{email}}.',
    when: 'Quando',
    device: 'Dispositivo',
    address: 'Indirizzo di rete',
    unknownDevice: 'Sconosciuto',
    submit: 'Non ero io: termina quella sessione',
    mine: 'Se eri tu, chiudi questa pagina: non serve altro.',
    done: 'Sessione terminata: chi è entrato è fuori',
    ended: 'Quella sessione è già terminata',
    doneText:
      'Ora cambia la password dal tuo account, e togli passkey che non riconosci. Se non riesci a entrare, chiedi a chi amministra il banco un nuovo link.',
    account: 'Vai al tuo account',
    unknown: 'Questo link non vale più',
    unknownText:
      'Vale 30 giorni. Dal tuo account vedi dove hai effettuato l’accesso, e termini le sessioni che non riconosci.',
  },
}
