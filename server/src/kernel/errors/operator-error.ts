/** An error that the operator can fix: its message is a sentence, which commands print without a stack trace. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
