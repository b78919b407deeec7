/** What mail programs in our languages and some others write before the subject of an answer. */
const ANSWERED = /^\s*(?:re|r|rif|ris|res|aw|antw|sv|vs|odp|rép)\s{0,9}(?:\[\d{1,9}\])?\s{0,9}:/i

/** How they begin the subject of a mail that is forwarded. */
const FORWARDED = /^\s*(?:fwd?|i|inoltro|inoltra|rv|reenv|wg|tr|enc)\s*:/i

/** Whether a mail is forwarded by its sender. */
export const isForwarded = (subject: string): boolean => FORWARDED.test(subject)

/** Whether a mail answers another one, as far as it says so itself. What is forwarded is news, whatever ids its program has kept. */
export const saysThatItAnswers = (subject: string, ids: readonly string[]): boolean =>
  !isForwarded(subject) && (ids.length > 0 || ANSWERED.test(subject))
