/** Why long-term validation data cannot be collected, as a sentence. `final`: a retry cannot succeed. */
export class Unproven extends Error {
  override name = 'Unproven'
  readonly final: boolean
  constructor(message: string, { final = false }: { final?: boolean } = {}) {
    super(message)
    this.final = final
  }
}

/** The authority has revoked the certificate. */
export class Revoked extends Unproven {
  override name = 'Revoked'
  constructor(message: string) {
    super(message, { final: true })
  }
}
