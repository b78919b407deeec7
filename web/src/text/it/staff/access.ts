import type { staffAccess as english } from '../../en/staff/access.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffAccess: Texts<typeof english> = {
  title: 'Entra nel banco',
  hint: 'Con l’indirizzo e-mail del tuo invito.',
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
}
