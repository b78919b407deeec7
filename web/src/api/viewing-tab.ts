// A tab in which an employee sees as a customer (decision 77, Seeing as a customer by a token in memory). It runs before everything else and imports
// nothing: whatever the program stores or sends to other tabs stays in the memory of this one, and nothing that a customer has left in the
// browser is read.
const begin = 'portico-see-as'

/** The name of a tab that is to be opened for seeing as a customer; `key` is for this tab alone. */
export const viewingTabName = (key: string) => `${begin}:${key}`

// Whoever goes on to the staff room in such a tab is back.
if (/^\/staff(\/|$)/i.test(location.pathname) && window.name.startsWith(begin)) window.name = ''

/** Whether an employee sees as a customer in this tab, or has until it was loaded anew. */
export const isViewing = window.name.startsWith(begin)

/** The key with which the tab asks for its token; undefined once it has: a reload ends the sight. */
export const viewingKey = isViewing ? window.name.slice(begin.length + 1) || undefined : undefined

const keepInMemory = (names: readonly string[]): Storage => {
  const values = new Map<string, string>()
  for (const name of names) {
    const value = localStorage.getItem(name)
    if (value !== null) values.set(name, value)
  }
  return {
    get length() {
      return values.size
    },
    clear: () => values.clear(),
    getItem: name => values.get(name) ?? null,
    key: index => [...values.keys()][index] ?? null,
    removeItem: name => void values.delete(name),
    setItem: (name, value) => void values.set(name, value),
  }
}

const isolate = () => {
  // How the employee likes pages to look; the language is that of the customer, until there is none.
  const kept = ['scheme', 'density', ...(viewingKey ? [] : ['language'])]
  let memory: Storage
  try {
    memory = keepInMemory(kept)
  } catch {
    memory = keepInMemory([])
  }
  Object.defineProperty(window, 'localStorage', { value: memory })
  Object.defineProperty(window, 'sessionStorage', { value: keepInMemory([]) })
  Object.defineProperty(window, 'BroadcastChannel', {
    value: class extends EventTarget {
      postMessage() {}
      close() {}
    },
  })
  // Without locks each tab reads the live events for itself.
  Object.defineProperty(navigator, 'locks', { value: undefined })
  window.name = begin
}

if (isViewing) isolate()
