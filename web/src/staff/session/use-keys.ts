import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Where keys hold: on every screen, or on one. */
export type KeyPlace = 'everywhere' | 'queue' | 'ticket' | 'customers' | 'publish'

/**
 * A key. `keys`: `j`, `[`, `Shift+x`, `Control+Enter` (on a Mac the command key too), or letters one after the other, `g c`. `text` says
 * in the list of keys what it does; a key without one is not listed. `repeats`: also while it is held down. Without `run` it is only listed,
 * because a field or a link handles it.
 */
export type Key = { keys: string; text?: string; repeats?: true; run?: (event: KeyboardEvent) => void }

type Layer = { place: KeyPlace; keys: readonly Key[] }

const longestPause = 1500
// Text that can be edited, `plaintext-only` too, which the editor is until its rich text is loaded.
const typing =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable]:not([contenteditable="false"])'
// They take letters themselves.
const takesLetters = `${typing}, [role="menu"], [role="listbox"]`

let layers: readonly Layer[] = []
let lettersHold = true
let begun = ''
let begunAt = 0
const listeners = new Set<() => void>()

const publish = (now: readonly Layer[]) => {
  layers = now
  for (const listener of listeners) listener()
}

/** The name of a pressed key, as `Key.keys` has it. What stands for a sign depends on the keyboard: `[` may need Alt or AltGr. */
export const keyName = (event: KeyboardEvent) => {
  const isLetter = /^\p{L}$/u.test(event.key)
  const isSign = event.key.length === 1 && !isLetter
  const control = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')
  return [
    control && 'Control',
    event.altKey && !isSign && 'Alt',
    event.shiftKey && !isSign && 'Shift',
    isLetter ? event.key.toLowerCase() : event.key,
  ]
    .filter(Boolean)
    .join('+')
}

const isSingle = (name: string) => !/^(Control|Alt)\+/.test(name) && /^(Shift\+)?.$/u.test(name)

const rank: Record<KeyPlace, number> = { everywhere: 0, queue: 1, ticket: 2, customers: 1, publish: 1 }

/** The key of the most particular place, there of what was mounted last. */
const find = (name: string) => {
  const named = layers.flatMap(({ place, keys }) =>
    keys.filter(one => one.run && one.keys === name).map(key => ({ place, key })),
  )
  return named.reduce<(typeof named)[number] | undefined>(
    (best, one) => (best && rank[best.place] > rank[one.place] ? best : one),
    undefined,
  )?.key
}

const begins = (name: string) => layers.some(({ keys }) => keys.some(key => key.keys.startsWith(`${name} `)))

const isBlocked = (event: KeyboardEvent, name: string) => {
  const target = event.target instanceof Element ? event.target : null
  if (isSingle(name)) return !lettersHold || target?.closest(takesLetters) || document.querySelector('dialog[open]')
  return !name.startsWith('Control+') && (target?.closest(typing) || document.querySelector('dialog[open]'))
}

const press = (event: KeyboardEvent) => {
  if (event.defaultPrevented || event.isComposing) return
  const name = keyName(event)
  if (isBlocked(event, name)) return
  const first = Date.now() - begunAt < longestPause ? begun : ''
  begun = ''
  const key = (first && find(`${first} ${name}`)) || find(name)
  if (key) {
    if (event.repeat && !key.repeats) return
    event.preventDefault()
    key.run?.(event)
  } else if (isSingle(name) && begins(name)) {
    begun = name
    begunAt = Date.now()
  }
}

/**
 * Gives keys a meaning while the caller is mounted. Single letters and signs are silent while somebody types, in menus and below dialogs, and
 * can be switched off (`holdLetterKeys`); those with Control hold everywhere.
 */
export const useKeys = (place: KeyPlace, keys: readonly Key[]) => {
  const layer = useRef<Layer>(null)
  useEffect(() => {
    const own: Layer = { place, keys: [] }
    layer.current = own
    if (layers.length === 0) document.addEventListener('keydown', press)
    publish([...layers, own])
    return () => {
      publish(layers.filter(one => one !== own))
      if (layers.length === 0) document.removeEventListener('keydown', press)
    }
  }, [place])
  const listed = keys.map(key => `${key.keys}\t${key.text}`).join('\n')
  useEffect(() => {
    if (layer.current) layer.current.keys = keys
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: tells those who list the keys when what is listed changes
  useEffect(() => publish([...layers]), [listed])
}

/** Whether single letters and signs are keys; an account can switch them off. */
export const holdLetterKeys = (holds: boolean) => {
  lettersHold = holds
}

/** A key as the list of keys shows it. */
export type ListedKey = { keys: string; text: string }

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The keys that hold on the screens that are mounted, by place, each once, in the order in which they are given. */
export const useListedKeys = (): Partial<Record<KeyPlace, ListedKey[]>> => {
  const mounted = useSyncExternalStore(subscribe, () => layers)
  const listed: Partial<Record<KeyPlace, ListedKey[]>> = {}
  for (const { place, keys } of mounted) {
    const own = listed[place] ?? []
    listed[place] = own
    for (const { keys: name, text } of keys)
      if (text && !own.some(one => one.keys === name)) own.push({ keys: name, text })
  }
  return listed
}
