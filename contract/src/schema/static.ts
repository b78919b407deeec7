import type { TSchema } from 'typebox'

interface Plain {
  String: string
  Integer: number
  Number: number
  Boolean: boolean
  Null: null
  Unknown: unknown
}

type OptionalNames<P> = { [N in keyof P]: P[N] extends { '~optional': true } ? N : never }[keyof P]

type ObjectOf<P> = { [N in Exclude<keyof P, OptionalNames<P>>]: Static<P[N]> } & {
  [N in OptionalNames<P>]?: Static<P[N]>
}

type Flat<T> = { [N in keyof T]: T[N] }

/**
 * The TypeScript type of a schema. TypeBox has a type of this name, which follows every kind of schema that JSON Schema knows and costs the
 * compiler four times the work; this one knows the kinds that the contract uses.
 */
export type Static<S> = S extends { '~unsafe': infer T }
  ? T
  : S extends { '~kind': infer Kind extends keyof Plain }
    ? Plain[Kind]
    : S extends { '~kind': 'Object'; properties: infer P }
      ? Flat<ObjectOf<P>>
      : S extends { '~kind': 'Array'; items: infer Item }
        ? Static<Item>[]
        : S extends { '~kind': 'Literal'; const: infer Value }
          ? Value
          : S extends { '~kind': 'Union'; anyOf: infer Options extends TSchema[] }
            ? Static<Options[number]>
            : S extends { '~kind': 'Record'; patternProperties: infer Values }
              ? Record<string, Static<Values[keyof Values]>>
              : unknown
