/** Where a name of a template's properties stands again, whatever its case; undefined if each stands once. */
export const findRepeatedName = (names: readonly string[]): number | undefined => {
  const known = names.map(name => name.toLowerCase())
  const at = known.findIndex((name, n) => known.indexOf(name) < n)
  return at === -1 ? undefined : at
}
