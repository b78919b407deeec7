const words =
  /(^|[^\p{L}])(password|passwd|pwd|pin|puk|psk|segret\p{L}*|secret\p{L}*|token|chiave wi-?fi|contrase\p{L}*|clave|credenzial\p{L}*|credential\p{L}*|passphrase)($|[^\p{L}])/iu

/** Whether a property of this name looks as if its value were a secret, which the customer reads as it is. */
export const looksSecret = (name: string): boolean => words.test(name)
