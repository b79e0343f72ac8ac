/** The path of a field within something that stands at a place; at none for what is given as a whole. */
export const inside = (place: string, name: string): string => (place === '' ? name : `${place}.${name}`)
