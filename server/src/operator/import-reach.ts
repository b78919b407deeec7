/** How far an import reaches: one service company, or some of its portals. What lies outside is not there. */
export type Reach = { company: number; portals?: number[] }

/** Whether something that lies there may be seen; what belongs to no portal is the whole service company's. */
export const reaches = (reach: Reach | undefined, place: { company: number; portal: number | null }): boolean =>
  !reach ||
  (place.company === reach.company && (!reach.portals || place.portal === null || reach.portals.includes(place.portal)))
