import type { errors as english } from '../en/errors.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const errors: Texts<typeof english> = {
  unauthenticated: 'La sessione è scaduta. Accedi di nuovo.',
  wrong_credentials: 'Nome utente o password errati',
  forbidden: 'Non hai accesso a questa sezione.',
  read_only: 'Stai guardando come un’altra persona: qui non si può scrivere.',
  not_found: 'Questa pagina non esiste oppure non è accessibile.',
  invalid_code: 'Codice non valido',
  link_used: 'Questo link è già stato usato.',
  invalid_otp_code: 'Codice OTP non valido',
  fill_all_required_fields: 'Compila tutti i campi obbligatori',
  fill_all_fields: 'Compila tutti i campi',
  fill_required_fields: 'Compila i campi obbligatori',
  check_passwords: 'Controlla le password inserite',
  weak_password:
    'La password è troppo corta o troppo comune. Usa almeno 12 caratteri, senza il tuo nome né quello dell’azienda o del portale.',
  no_phone_number: 'Attenzione: nessun numero di telefono indicato, impossibile procedere con la firma OTP',
  error_creating_appointment: "Errore nella creazione dell'appuntamento",
  already_signed: 'Questo documento è già stato firmato.',
  already_cancelled: 'Questo appuntamento è già stato annullato.',
  too_late: 'È troppo tardi per questa operazione.',
  file_too_large: 'Il file supera i 25 MB.',
  file_type_refused: 'Questo tipo di file non è accettato, oppure il contenuto non corrisponde al nome.',
  file_empty: 'Il file è vuoto.',
  invalid_request: 'La richiesta contiene qualcosa di non valido. Controlla i dati inseriti.',
  too_many_requests: 'Troppi tentativi. Attendi un momento e riprova.',
  conflict: 'Nel frattempo qualcuno ha modificato questi dati. Ricarica e riprova.',
  unavailable: 'Il portale al momento non risponde. Riprova tra poco.',
  storage_full: "Lo spazio per i file di questo portale è esaurito. Il file non è stato caricato: avvisa l'assistenza.",
  internal: "Si è verificato un errore da parte nostra. Riprova; se si ripete, contatta l'assistenza.",
  network: 'Impossibile raggiungere il portale. Controlla la connessione e riprova.',
}
