import { type PropertyType, propertiesMost, propertyTypes } from '@portico/contract/staff/records/assets'
import * as Type from 'typebox'
import { Name, parents } from '../records/definition/fields.ts'
import { defineRecordType, Reference } from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import { findRepeatedName } from './template-rules.ts'

/** The record type of templates of assets: the properties of a kind of asset. */
export const assetTemplate = defineRecordType({
  type: 'assetTemplate',
  table: 'asset_template',
  level: 'company',
  fields: {
    serviceCompany: Type.Optional(Reference),
    name: Type.String({ ...Name, maxLength: 120 }),
    properties: Type.Array(
      Type.Object({
        typologyName: Type.String({ ...Name, description: 'What the property says, such as `Serial number`.' }),
        dataType: Type.Unsafe<PropertyType>({
          type: 'string',
          enum: [...propertyTypes],
          description: 'How its values are read: `Text`, `Date`, `Link` or `File`.',
        }),
      }),
      { minItems: 1, maxItems: propertiesMost },
    ),
  },
  descriptions: {
    name: 'The kind of asset; unique in the company, whatever its case.',
    properties: 'The properties that the form has for a new asset of this kind, in their order.',
  },
  parents: [parents.serviceCompany],
  columns: { name: 'text', properties: 'jsonb' },
  row: line => {
    const properties = line.properties.map(({ typologyName, dataType }) => ({
      typologyName: typologyName.trim(),
      dataType,
    }))
    const repeated = findRepeatedName(properties.map(({ typologyName }) => typologyName))
    if (repeated !== undefined) throw new Refusal(`properties.${repeated}.typologyName`, 'stands in the template twice')
    return { name: line.name.trim(), properties }
  },
})
