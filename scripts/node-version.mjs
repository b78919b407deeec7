// Runs first, also on a Node that is too old: use only syntax that Node 14 can parse.
const floor = [20, 19]

export const requireNode = (version = process.versions.node) => {
  const [major, minor] = version.split('.').map(Number)
  if (major > floor[0] || (major === floor[0] && minor >= floor[1])) return
  console.error(`Portico needs Node ${floor.join('.')} or later; this is Node ${version}.`)
  process.exit(1)
}
