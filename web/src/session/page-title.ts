let name = 'Portico'
let unread = 0

const write = () => {
  document.title = unread > 0 ? `(${unread}) ${name}` : name
}

/** Names the tab after its screen. */
export const nameTab = (title: string) => {
  name = title
  write()
}

/** How many unread tickets the tab says that there are, before its name. */
export const countInTab = (count: number) => {
  unread = count
  write()
}
