/** Whether a text looks like an e-mail address; the server decides. */
export const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim())
