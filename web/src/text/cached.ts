/** Makes what is asked for by a key once, and hands it out from then on. */
export const cached = <Made>(make: (key: string) => Made) => {
  const made = new Map<string, Made>()
  return (key: string) => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}
