import type { Texts } from '../catalogue-shape.ts'
import type { lists as english } from '../en/lists.ts'

export const lists: Texts<typeof english> = {
  loading: 'Cargando',
  moreLoading: 'Cargando más elementos',
  moreFailed: 'No se han podido cargar los elementos siguientes.',
  all_one: '{{count}} elemento en la lista',
  all_other: '{{count}} elementos en la lista',
  part: '{{shown}} de {{total}} en la lista',
  total: 'Total',
  filteredText: 'Nada coincide con lo que buscas.',
  clearFilters: 'Quitar los filtros',
  actions: 'Acciones',
  panel: {
    close: 'Cerrar el panel',
    previous: 'Anterior',
    next: 'Siguiente',
    resize: 'Ancho del panel',
    goneTitle: 'No está en esta lista',
    goneText: 'Ya no existe, o los filtros lo dejan fuera.',
  },
  file: {
    download: 'Descargar',
    downloadNamed: 'Descargar {{name}}',
    newTab: 'Abrir en una pestaña nueva',
    noPreview: 'Vista previa no disponible',
    noPreviewText: 'Puedes descargar el archivo y abrirlo en tu dispositivo.',
    failed: 'No se ha podido abrir el archivo',
    failedText: 'Vuelve a intentarlo en un momento. Si sigue ocurriendo, avísanos.',
    loading: 'Abriendo el archivo',
    zoomIn: 'Ampliar',
    zoomOut: 'Reducir',
    fitWidth: 'Ajustar al ancho',
    page: 'Página {{page}} de {{pages}}',
    previousPage: 'Página anterior',
    nextPage: 'Página siguiente',
  },
}
