/** An id as slugs have it: `createUser` is `create-user`. */
export const kebab = (id: string): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
