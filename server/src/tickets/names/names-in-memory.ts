import { LRUCache } from 'lru-cache'
import type { Db } from '../../kernel/database/db.ts'

/** Names by id, of several kinds. */
export type NamesOf<Kinds> = { [kind in keyof Kinds]: Map<number, Kinds[kind]> }

/** The ids to find names for. */
export type NamedIds<Kinds> = { [kind in keyof Kinds]?: (number | null)[] }

/** Names as a statement returns them: of each kind the ids with their names; null if there are none. */
export type LoadedNames<Kinds> = { [kind in keyof Kinds]: [number, Kinds[kind]][] | null }

type NameSource<Scope, Kinds> = {
  kinds: readonly (keyof Kinds & string)[]
  /** Whose names a scope reads: those of one contact or of one service company. */
  keyOf: (scope: Scope) => number
  /** For how many of them names are in memory; beyond it the least recently read goes. */
  max: number
  load: (db: Db, scope: Scope, ids: Record<keyof Kinds, number[]>) => Promise<LoadedNames<Kinds>>
}

/**
 * Makes the function that finds the names of ids. Names stay in memory while `service_company.names_version` stays the same, so that no
 * answer has a name older than the ids beside it, whichever process changed it. Names that are not in memory cost one statement.
 * See decision 70, Names of tickets in memory by version.
 */
export const openNames = <Scope, Kinds extends object>({ kinds, keyOf, max, load }: NameSource<Scope, Kinds>) => {
  const known = new LRUCache<number, { version: number; names: NamesOf<Kinds> }>({ max })

  const namesAt = (key: number, version: number): NamesOf<Kinds> => {
    const there = known.get(key)
    if (there?.version === version) return there.names
    const names = Object.fromEntries(kinds.map(kind => [kind, new Map()])) as NamesOf<Kinds>
    known.set(key, { version, names })
    return names
  }

  return async (db: Db, scope: Scope, version: number, named: NamedIds<Kinds>): Promise<NamesOf<Kinds>> => {
    const names = namesAt(keyOf(scope), version)
    const isMissing = (kind: keyof Kinds, id: number | null): id is number => id !== null && !names[kind].has(id)
    if (!kinds.some(kind => named[kind]?.some(id => isMissing(kind, id)))) return names
    const missing = {} as Record<keyof Kinds, number[]>
    for (const kind of kinds) missing[kind] = [...new Set((named[kind] ?? []).filter(id => isMissing(kind, id)))]
    const loaded = await load(db, scope, missing)
    for (const kind of kinds) for (const [id, name] of loaded[kind] ?? []) names[kind].set(id, name)
    return names
  }
}

/** The name of an id that may be null. */
export const nameOf = <Name>(names: Map<number, Name>, id: number | null): Name | null =>
  id === null ? null : (names.get(id) ?? null)
