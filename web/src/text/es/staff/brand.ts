import type { staffBrand as english } from '../../en/staff/brand.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffBrand: Texts<typeof english> = {
  title: 'Aspecto',
  name: 'Nombre',
  colour: 'Color',
  publish: 'Publicar',
}
