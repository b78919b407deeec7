/** What the operator can mend: its message is a sentence, printed without a trace where it ends a command. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
