type Portal = { id: number; name: string }

const letterOf = (word: string | undefined) => [...(word ?? '')][0]?.toLocaleUpperCase()

/**
 * The letter of a portal: that of its first word, or where an older portal of the company has the same letter, that of a further word that
 * none of them has.
 */
export const portalLetter = (portal: Portal, portals: readonly Portal[]) => {
  const taken = new Set<string>()
  for (const { id, name } of portals.toSorted((one, other) => one.id - other.id)) {
    const letters = name.trim().split(/\s+/).map(letterOf)
    const letter = letters.find(one => one && !taken.has(one)) ?? letters[0] ?? ''
    if (id === portal.id) return letter
    taken.add(letter)
  }
  return letterOf(portal.name.trim()) ?? ''
}
